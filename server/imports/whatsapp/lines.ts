// The lines of an exported chat as entries: a moment as it is written, and the words behind it. Telephones and languages write
// it differently, one file in one way.
import { OperatorError } from '../../operator-error.ts'

/** Marks that order text from right to left and the like: WhatsApp sets them before its own words. */
const marks = String.raw`[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]*`
const date = String.raw`(\d{1,4})([./-])\s?(\d{1,2})[./-]\s?(\d{1,4})`
const separator = String.raw`\.?,?\s{1,2}(?:a la(?:s|\(s\))? |at |\u00e0 )?`
const time = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s{0,2}([ap])\.?\s?m\.?)?`

/** `[31/12/2022, 11:40:26] Ana: …` of an iPhone, `31/12/22, 11:40 - Ana: …` of Android. */
const head = new RegExp(
  `^${marks}(?:(\\[)${date}${separator}${time}\\]\\s?|${date}${separator}${time}\\s[-\u2013]\\s)`,
  'i',
)

export type DateOrder = 'dmy' | 'mdy' | 'ymd'
export const dateOrders: readonly DateOrder[] = ['dmy', 'mdy', 'ymd']

/** The three numbers of a date in the order of the file, and the time of 24 hours. */
interface WrittenMoment {
  numbers: [number, number, number]
  hour: number
  minute: number
  second: number
}

export interface Entry extends WrittenMoment {
  /** Number of its first line in the file, from 1. */
  line: number
  /** Lines behind the moment. */
  text: string
}

interface Head extends WrittenMoment {
  /** Equal in all heads of a file. */
  form: string
  rest: string
}

/** The hour of 24; undefined if there is none such. */
function hourOf(written: number, half: string | undefined) {
  if (half === undefined) return written < 24 ? written : undefined
  return written > 12 ? undefined : (written % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

function readHead(line: string): Head | undefined {
  const found = head.exec(line)
  if (!found) return undefined
  const [bracket, ...fields] = found.slice(1)
  const [first, sign, second, third, hours, minutes, seconds, half] = bracket ? fields : fields.slice(8)
  const hour = hourOf(Number(hours), half)
  const [minute, secondOfMinute] = [Number(minutes), Number(seconds ?? 0)]
  if (hour === undefined || minute > 59 || secondOfMinute > 59) return undefined
  return {
    form: [bracket ?? '', sign, seconds ? 's' : '', half ? 'half' : ''].join(),
    numbers: [Number(first), Number(second), Number(third)],
    hour,
    minute,
    second: secondOfMinute,
    rest: line.slice(found[0].length),
  }
}

export const isEntry = (line: string) => readHead(line) !== undefined

/** WhatsApp's longest message has 65,536 characters. */
const maxEntryLength = 2 ** 20

/**
 * Entries of the lines, in their order. The first line that begins with a moment decides the form of all: one of another form
 * was pasted into a message. `onStray` gets lines before it, which belong to nothing.
 */
export async function* readEntries(lines: AsyncIterable<string>, onStray?: (line: number) => void) {
  let form: string | undefined
  let entry: Entry | undefined
  let line = 0
  for await (const text of lines) {
    line++
    const found = readHead(text)
    form ??= found?.form
    if (found && found.form === form) {
      if (entry) yield entry
      const { rest, form: _, ...moment } = found
      entry = { ...moment, line, text: rest }
    } else if (entry) {
      entry.text += `\n${text}`
      if (entry.text.length > maxEntryLength)
        throw new OperatorError(
          `The message of line ${entry.line} has more than a million characters: this is no exported chat.`,
        )
    } else if (text.trim() !== '') onStray?.(line)
  }
  if (entry) yield entry
}

const placesOf = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] } as const

/** A year has four digits, or two at the end. */
const isYear = (number: number, order: DateOrder) => number > 999 || (order !== 'ymd' && number < 100)

/** Undefined if there is no such day. */
export function dayOf({ numbers }: Pick<WrittenMoment, 'numbers'>, order: DateOrder): Temporal.PlainDate | undefined {
  const [year, month, day] = placesOf[order].map((place) => numbers[place]) as [number, number, number]
  if (!isYear(year, order)) return undefined
  try {
    return Temporal.PlainDate.from({ year: year < 100 ? 2000 + year : year, month, day }, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

const minuteMs = 60_000
/** Telephones' clocks differ by less. */
const maxBackwardsMs = 24 * 60 * minuteMs

/**
 * The moment in the time zone of the community; undefined if there is no such day. It isn't before that of the message `before`:
 * an hour that a clock shows twice is the later one then, and a clock that goes slow is corrected.
 */
export function momentOf(entry: WrittenMoment, order: DateOrder, timeZone: string, before = 0): number | undefined {
  const time = dayOf(entry, order)?.toPlainDateTime(entry)
  if (!time) return undefined
  const at = (disambiguation: 'earlier' | 'later') =>
    time.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds
  const written = at('earlier')
  // messages of one minute were moved by milliseconds
  if (before - written < minuteMs) return Math.max(written, before)
  const later = at('later')
  if (later >= before) return later
  return before - later < maxBackwardsMs ? before : later
}

/**
 * Finds the order of day and month that a whole file shows: in another one a day wouldn't exist, or time would go back. `take`
 * gets each entry once; `order` is undefined if several are possible, and null if none is.
 */
export function findDateOrder() {
  const seen = new Map(
    dateOrders.map((order) => [order, { last: undefined as Temporal.PlainDate | undefined, back: 0 }]),
  )
  let previous = ''
  return {
    take(entry: WrittenMoment) {
      // few of the entries begin a day
      const written = entry.numbers.join()
      if (written === previous) return
      previous = written
      for (const [order, state] of seen) {
        const day = dayOf(entry, order)
        if (!day) seen.delete(order)
        else {
          if (state.last && day.until(state.last).days > 1) state.back++
          state.last = day
        }
      }
    },
    order(): DateOrder | undefined | null {
      if (seen.size === 0) return null
      const forwards = [...seen].filter(([, { back }]) => back === 0)
      const possible = forwards.length > 0 ? forwards : [...seen]
      return possible.length > 1 ? undefined : possible[0]?.[0]
    },
  }
}
