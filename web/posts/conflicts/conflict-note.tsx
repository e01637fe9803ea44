import { useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { reloadNote } from '../../ui/lazy-fallbacks.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import css from '../versions/versions.module.css'
import type { ConflictProps } from './conflict.tsx'
import type { Edit } from './conflict-state.ts'
import { texts } from './texts.ts'

interface Props {
  decided: NonNullable<Edit['decided']>
  /** True after a decision on this page, whose button was removed. */
  takesFocus: boolean
  isSaving: boolean
  onSwap: () => void
}

/** Names the version in the form after a conflict, and swaps it for the other one. */
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

/** `Conflict`, loaded on the first conflict. If that fails, after a new release, a reload loses nothing. */
export const LazyConflict = lazyPart<ConflictProps>(
  () => import('./conflict.tsx'),
  reloadNote(texts.compareFailed),
  <Skeleton label={texts.loadingStored} shape="lines" count={4} />,
)
