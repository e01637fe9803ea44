import type { PreferenceName } from '../../contract/preferences.ts'
import { Badge } from '../ui/badge.tsx'
import { Switch } from '../ui/controls/choice.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import css from './preferences-panel.module.css'
import { texts } from './texts.ts'

interface Props {
  name: PreferenceName
  isWanted: boolean
  /** True for a kind of mail that isn't sent yet. */
  isComingSoon: boolean
  failure: string | undefined
  onChoose: (name: PreferenceName, isWanted: boolean) => void
}

export function PreferenceToggle({ name, isWanted, isComingSoon, failure, onChoose }: Props) {
  const { label, hint } = texts.preferences[name]
  return (
    <li className={css.toggle}>
      <Switch
        label={<span className="strong">{label}</span>}
        hint={hint}
        note={isComingSoon && <Badge>{texts.comingSoon}</Badge>}
        checked={isWanted}
        disabled={isComingSoon}
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
