import { useState } from 'react'
import type { Snapshot } from './conversation.ts'
import { markAfter } from './new-mark.ts'
import { useAway } from './use-away.ts'

/**
 * Where 'Nuevos mensajes' stands: above the first message that came after one left off, that is, after what was read
 * when the page was opened (`read`), or after one was away. It stands there from the first drawing on, so that nothing
 * is scrolled past it.
 */
export function useNewMark({ messages, hasOlder }: Snapshot, read: number, me: string | undefined) {
  // who was never here doesn't find everything marked
  const [mark, setMark] = useState(() => (read > 0 ? markAfter(messages, read, me, hasOlder) : undefined))
  const left = useAway(messages.at(-1)?.seq ?? 0)
  const next = left === undefined || left === 0 ? undefined : markAfter(messages, left, me)
  if (next && next.seq !== mark?.seq) setMark(next)
  return mark
}
