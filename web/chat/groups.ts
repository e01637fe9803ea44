import type { ChatMessage } from '../../contract/chat.ts'
import { isSameDay } from './days.ts'

/** Milliseconds after which a person's next message has its name again. */
const pause = 5 * 60_000

export type Said = Pick<ChatMessage, 'author_id' | 'username' | 'created_at'>

/**
 * When something that waits below a message was said: not before it, also when it was written yesterday without a
 * network, or by a clock that is slow.
 */
export const saidAfter = (at: number, before: Said | undefined) =>
  new Date(Math.max(at, before ? Date.parse(before.created_at) : at)).toISOString()

/** What stands above a message: a new day, a name. */
export function openingOf(message: Said, before: Said | undefined) {
  if (!before) return { isNewDay: true, isNewGroup: true }
  const [at, last] = [new Date(message.created_at), new Date(before.created_at)]
  const isNewDay = !isSameDay(at, last)
  // deleted accounts have no id any more, and differ by name
  const isSamePerson = message.author_id === before.author_id && message.username === before.username
  return { isNewDay, isNewGroup: isNewDay || !isSamePerson || Math.abs(at.getTime() - last.getTime()) >= pause }
}

/** Whether the group ends with a message. */
export const isClosing = (message: Said, after: Said | undefined) => !after || openingOf(after, message).isNewGroup

/** Messages that are drawn together: a new one draws those of its own block only. */
const blockSize = 50

/** The messages in blocks by their number; a block that is as it was is the same array as in `before`. */
export function blocksOf(messages: readonly ChatMessage[], before: ReadonlyMap<number, readonly ChatMessage[]>) {
  const blocks = new Map<number, ChatMessage[]>()
  for (const message of messages) {
    const number = Math.floor(message.seq / blockSize)
    const block = blocks.get(number)
    if (block) block.push(message)
    else blocks.set(number, [message])
  }
  return new Map(
    [...blocks].map(([number, block]): [number, readonly ChatMessage[]] => {
      const last = before.get(number)
      const isSame = last?.length === block.length && last.every((message, index) => message === block[index])
      return [number, isSame ? last : block]
    }),
  )
}
