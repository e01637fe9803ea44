import type { ChatMessage } from '../../../contract/chat.ts'
import { daysSince, formatNearDay } from '../../ui/format/dates.ts'

const day = new Intl.DateTimeFormat('es', { weekday: 'long', day: 'numeric', month: 'long' })
const dayOfYear = new Intl.DateTimeFormat('es', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** 'hoy', 'ayer', 'viernes, 20 de noviembre', 'sábado, 20 de diciembre de 2025' */
export const formatDay = (date: Date, now = new Date()) =>
  formatNearDay(date, now) ?? (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date)

const isSameDay = (a: Date, b: Date) => daysSince(a, b) === 0

/** Gap after which a person's next message begins a new group, with the name. */
const groupGapMs = 5 * 60_000

export type MessageHeader = Pick<ChatMessage, 'author_id' | 'username' | 'created_at'>

/**
 * Displayed time of a pending message: never earlier than the message above it, even if it was written offline the day
 * before or by a slow clock.
 */
export const displayedTime = (at: number, before: MessageHeader | undefined) =>
  new Date(Math.max(at, before ? Date.parse(before.created_at) : at)).toISOString()

/** True values mean a day divider, or a name, above the message. */
export function groupStart(message: MessageHeader, before: MessageHeader | undefined) {
  if (!before) return { isNewDay: true, isNewGroup: true }
  const [at, last] = [new Date(message.created_at), new Date(before.created_at)]
  const isNewDay = !isSameDay(at, last)
  // deleted accounts have no id, and are distinguished by name
  const isSamePerson = message.author_id === before.author_id && message.username === before.username
  return { isNewDay, isNewGroup: isNewDay || !isSamePerson || Math.abs(at.getTime() - last.getTime()) >= groupGapMs }
}

export const isGroupEnd = (message: MessageHeader, after: MessageHeader | undefined) =>
  !after || groupStart(after, message).isNewGroup

/** Count of messages rendered together: a new message renders only its block. */
const blockSize = 50

/** The messages in blocks by number; an unchanged block is the same array as in `before`. */
export function blocksOf(messages: readonly ChatMessage[], before: ReadonlyMap<number, readonly ChatMessage[]>) {
  const blocks = Map.groupBy(messages, ({ seq }) => Math.floor(seq / blockSize))
  return new Map(
    [...blocks].map(([number, block]): [number, readonly ChatMessage[]] => {
      const last = before.get(number)
      const isSame = last?.length === block.length && last.every((message, index) => message === block[index])
      return [number, isSame ? last : block]
    }),
  )
}
