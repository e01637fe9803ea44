import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import css from './conflict.module.css'
import type { Edit } from './conflict-state.ts'
import { texts } from './version-texts.ts'

interface Props {
  decided: NonNullable<Edit['decided']>
  /** The button that decided is gone: the focus comes here. */
  takesFocus: boolean
  isSaving: boolean
  onSwap: () => void
}

/** Which of two texts is in the form after a conflict, and the way to the other one. */
export function ConflictNote({ decided, takesFocus, isSaving, onSwap }: Props) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [takesFocus])
  const isMine = decided.form === 'mine'
  return (
    <div ref={note} tabIndex={-1} role="status" className={css.note}>
      <p>{isMine ? texts.mineStays : texts.storedTaken}</p>
      <Button size="s" busy={isSaving} onClick={onSwap}>
        {isMine ? texts.takeStored : texts.recoverMine}
      </Button>
    </div>
  )
}
