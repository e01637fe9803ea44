import type { PreferenceName } from '../../contract/notifications.ts'
import { Badge } from '../ui/badge.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Switch } from '../ui/switch.tsx'
import css from './preferences-panel.module.css'
import { texts } from './texts.ts'

interface Props {
  name: PreferenceName
  isWanted: boolean
  /** No mail of this kind is sent yet. */
  isComing: boolean
  failure: string | undefined
  onChoose: (name: PreferenceName, isWanted: boolean) => void
}

/** One kind of mail, wanted or not. */
export function PreferenceToggle({ name, isWanted, isComing, failure, onChoose }: Props) {
  const { label, hint } = texts.preferences[name]
  return (
    <li className={css.toggle}>
      <Switch
        label={<span className={css.name}>{label}</span>}
        hint={hint}
        note={isComing && <Badge>{texts.comingSoon}</Badge>}
        checked={isWanted}
        disabled={isComing}
        onCheckedChange={(checked) => onChoose(name, checked)}
      />
      {failure && (
        <div className={css.failure}>
          <ErrorNote>{failure}</ErrorNote>
        </div>
      )}
    </li>
  )
}
