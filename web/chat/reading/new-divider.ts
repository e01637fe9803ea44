import { useState } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { Snapshot } from '../sync/conversation.ts'
import { texts } from '../texts.ts'
import { useAbsence } from './use-absence.ts'

export interface NewDivider {
  seq: number
  text: string
}

/**
 * Divider above the first message of others after `readSeq`; its text has a count if earlier new messages aren't
 * loaded.
 */
function dividerAfter(
  messages: readonly ChatMessage[],
  readSeq: number,
  me: string | undefined,
  hasOlder = false,
): NewDivider | undefined {
  const unread = messages.filter((message) => message.seq > readSeq && message.author_id !== me)
  const [first] = unread
  if (!first) return undefined
  const isMore = hasOlder && (messages[0]?.seq ?? 0) > readSeq + 1
  return { seq: first.seq, text: isMore ? texts.moreThan(unread.length) : texts.newMessages }
}

/**
 * Divider above the first message after `readSeq`, at the opening of the page or after an absence. Present at the first
 * render, so that the list doesn't scroll past it.
 */
export function useNewDivider({ messages, hasOlder, missing }: Snapshot, readSeq: number, me: string | undefined) {
  const last = messages.at(-1)?.seq ?? 0
  const [opened] = useState(last + missing)
  // a page opened in the past has its divider when it reaches the present
  const isComplete = last >= opened
  const [isPlaced, setPlaced] = useState(false)
  const [divider, setDivider] = useState<NewDivider>()
  if (isComplete && !isPlaced) {
    setPlaced(true)
    // on a first visit nothing is marked as new
    if (readSeq > 0) setDivider(dividerAfter(messages, readSeq, me, hasOlder))
  }
  const absentSince = useAbsence(last + missing)
  const next = absentSince === undefined || absentSince === 0 ? undefined : dividerAfter(messages, absentSince, me)
  if (next && next.seq !== divider?.seq) setDivider(next)
  return divider
}
