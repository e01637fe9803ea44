import type { ChatMessage } from '../../contract/chat.ts'
import { texts } from './texts.ts'

/** The message above which it says that what follows is new. */
export interface NewMark {
  seq: number
  words: string
}

/** Above the first message of somebody else after one; where some of those aren't loaded it says how many there are. */
export function markAfter(
  messages: readonly ChatMessage[],
  read: number,
  me: string | undefined,
  hasOlder = false,
): NewMark | undefined {
  const unread = messages.filter((message) => message.seq > read && message.author_id !== me)
  const [first] = unread
  if (!first) return undefined
  const isMore = hasOlder && (messages[0]?.seq ?? 0) > read + 1
  return { seq: first.seq, words: isMore ? texts.moreThan(unread.length) : texts.newMessages }
}
