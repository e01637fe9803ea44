import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import css from '../versions/versions.module.css'
import { texts } from './texts.ts'

interface Props {
  isBusy: boolean
  onKeep: () => void
  onTake: () => void
  onSave: () => void
}

export function ConflictChoices({ isBusy, onKeep, onTake, onSave }: Props) {
  const confirm = useConfirm()
  const take = async () => {
    if (await confirm({ text: texts.confirmTake, action: texts.takeStored })) onTake()
  }
  return (
    <ul className={css.choices} aria-label={texts.decide}>
      <Choice hint={texts.keepMineHint}>
        {(hint) => (
          <Button variant="primary" aria-describedby={hint} busy={isBusy} onClick={onKeep}>
            {texts.keepMine}
          </Button>
        )}
      </Choice>
      <Choice hint={texts.takeStoredHint}>
        {(hint) => (
          <Button aria-describedby={hint} busy={isBusy} onClick={() => void take()}>
            {texts.takeStored}
          </Button>
        )}
      </Choice>
      <Choice hint={texts.saveMineHint}>
        {(hint) => (
          <Button variant="danger" aria-describedby={hint} busy={isBusy} onClick={onSave}>
            {texts.saveMine}
          </Button>
        )}
      </Choice>
    </ul>
  )
}

function Choice({ hint, children }: { hint: string; children: (hintId: string) => ReactNode }) {
  const id = useId()
  return (
    <li>
      {children(id)}
      <p id={id} className="muted small snug">
        {hint}
      </p>
    </li>
  )
}
