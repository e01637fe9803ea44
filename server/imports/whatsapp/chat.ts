// The messages of an export with their moments, and names by which another export of the same chat has them too.
import { hash } from 'node:crypto'
import { OperatorError } from '../../operator-error.ts'
import type { ExportedChat } from './export.ts'
import { type DateOrder, dateOrders, dayOf, type Entry, findDateOrder, momentOf, readEntries } from './lines.ts'
import { captionOf, type Message, readMessage } from './messages.ts'

const isDateOrder = (order: string): order is DateOrder => dateOrders.some((one) => one === order)
const example = { dmy: '31/12', mdy: '12/31', ymd: '2024/12/31' }

/** The order of day and month: the one that is asked for, or the only one that the whole file allows. */
export async function readDateOrder(chat: ExportedChat, asked: string | undefined): Promise<DateOrder> {
  if (asked !== undefined && !isDateOrder(asked)) throw new OperatorError('--dates is dmy, mdy or ymd')
  const dates = findDateOrder()
  let first: Entry | undefined
  for await (const entry of readEntries(chat.lines())) {
    first ??= entry
    dates.take(entry)
  }
  if (!first) throw new OperatorError('There are no messages in it: is it an exported chat of WhatsApp?')
  if (asked !== undefined) return asked
  const order = dates.order()
  if (order) return order
  const choices = dateOrders.map((one) => `--dates ${one} (${example[one]})`).join(', ')
  const problem =
    order === null ? 'Its dates are in no order that is known' : 'Its dates could be read in more than one way'
  throw new OperatorError(`${problem}, as in ${first.numbers.join('/')}. Say which one: ${choices}.`)
}

/**
 * Equal in an export with its files and in one without, whatever its telephone writes between the words, and whatever names
 * people have in it by now. Votes of a poll change too.
 */
function wordsOf({ content }: Message) {
  const kind = content.kind === 'omitted' ? 'file' : content.kind
  const text = captionOf(content).replace(/@\u2068[^\u2069\n]*\u2069|\(\d+ vot\w+\)|[\u2066-\u2069]/g, '')
  return `${kind} ${text.replace(/\s+/g, ' ')}`
}

interface KnownMessage extends Message {
  /** Equal in each export of the chat. */
  key: string
}

/** An entry of WhatsApp itself has no message. Each one is later than the one before, be it by a millisecond. */
export interface DatedEntry {
  entry: Entry
  at: number
  message: KnownMessage | undefined
}

export interface Brought extends DatedEntry {
  message: KnownMessage
}

/** True for a message with something in it. */
export const isBrought = (item: DatedEntry): item is Brought =>
  item.message !== undefined && item.message.content.kind !== 'deleted' && item.message.content.kind !== 'empty'

interface Reading {
  order: DateOrder
  timeZone: string
  /** Gets numbers of lines that stand before all entries. */
  onStray?: (line: number) => void
}

/** All entries in their order. */
export async function* readChat(chat: ExportedChat, { order, timeZone, onStray }: Reading): AsyncGenerator<DatedEntry> {
  let [before, minute] = [0, '']
  let equal = new Map<string, number>()
  for await (const entry of readEntries(chat.lines(), onStray)) {
    const day = dayOf(entry, order)
    const found = momentOf(entry, order, timeZone, before)
    if (day === undefined || found === undefined)
      throw new OperatorError(`Line ${entry.line}: there is no day ${entry.numbers.join('/')} in the order ${order}.`)
    const at = found === before ? before + 1 : found
    before = at
    const message = readMessage(entry.text, chat.group)
    if (!message) {
      yield { entry, at, message }
      continue
    }
    const time = `${day} ${entry.hour}:${entry.minute}`
    if (time !== minute) [minute, equal] = [time, new Map()]
    const words = `${time}\n${wordsOf(message)}`
    const number = (equal.get(words) ?? 0) + 1
    equal.set(words, number)
    yield { entry, at, message: { ...message, key: hash('sha256', `${words}\n${number}`).slice(0, 32) } }
  }
}
