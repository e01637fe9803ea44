// The lines of an exported WhatsApp chat as entries: a moment as it is written, and what stands behind it. Formats differ by
// telephone and language, and one file has one format: `docs/imports.md` has examples.

/** Marks that order text from right to left and the like: WhatsApp sets them before its own words. */
export const invisible = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const marks = String.raw`[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]*`
const date = String.raw`(\d{1,4})[./-]\s?(\d{1,2})[./-]\s?(\d{1,4})`
const time = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s{1,2}([ap])\.?\s?m\.?)?`
const separator = String.raw`,?\s{1,2}(?:a las? |at |\u00e0 )?`

const heads = {
  /** `[31/12/2022, 11:40:26] Ana: …` of an iPhone. */
  bracket: new RegExp(`^${marks}\\[${date}${separator}${time}\\]\\s?`, 'i'),
  /** `31/12/22, 11:40 - Ana: …` of Android. */
  dash: new RegExp(`^${marks}${date}${separator}${time}\\s-\\s`, 'i'),
}
type Form = keyof typeof heads

/** The three numbers of a date in the order of the file, and the time of 24 hours. */
export interface WrittenMoment {
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

const formOf = (line: string): Form | undefined =>
  heads.bracket.test(line) ? 'bracket' : heads.dash.test(line) ? 'dash' : undefined

/** The hour of 24; undefined if there is none such. */
function hourOf(written: number, half: string | undefined) {
  if (half === undefined) return written < 24 ? written : undefined
  if (written < 1 || written > 12) return undefined
  return (written % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

function readHead(line: string, form: Form): (WrittenMoment & { rest: string }) | undefined {
  const found = heads[form].exec(line)
  if (!found) return undefined
  const [head, first, second, third, hours, minutes, seconds = 0, half] = found
  const [hour, minute] = [hourOf(Number(hours), half), Number(minutes)]
  if (hour === undefined || minute > 59 || Number(seconds) > 59) return undefined
  const numbers: WrittenMoment['numbers'] = [Number(first), Number(second), Number(third)]
  return { numbers, hour, minute, second: Number(seconds), rest: line.slice(head.length) }
}

/**
 * Entries of the lines, in their order. The first line that begins with a moment decides the form of all: what looks like one
 * of the other form was pasted into a message. Lines before it belong to nothing and are passed to `onStray`.
 */
export async function* readEntries(lines: AsyncIterable<string>, onStray: (line: number) => void) {
  let form: Form | undefined
  let entry: Entry | undefined
  let line = 0
  for await (const text of lines) {
    line++
    form ??= formOf(text)
    const head = form && readHead(text, form)
    if (head) {
      if (entry) yield entry
      const { rest, ...moment } = head
      entry = { ...moment, line, text: rest }
    } else if (entry) entry.text += `\n${text}`
    else if (text.replace(invisible, '').trim() !== '') onStray(line)
  }
  if (entry) yield entry
}

export type DateOrder = 'dmy' | 'mdy' | 'ymd'

const placesOf = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] } as const

/** Year, month and day; undefined if there is no such day. */
export function dayOf({ numbers }: Pick<WrittenMoment, 'numbers'>, order: DateOrder): Temporal.PlainDate | undefined {
  const [year, month, day] = placesOf[order].map((place) => numbers[place]) as [number, number, number]
  try {
    return Temporal.PlainDate.from({ year: year < 100 ? 2000 + year : year, month, day }, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

/** The moment in the time zone of the community; undefined if there is no such day. */
export const momentOf = (entry: WrittenMoment, order: DateOrder, timeZone: string) =>
  dayOf(entry, order)
    ?.toPlainDateTime({ hour: entry.hour, minute: entry.minute, second: entry.second })
    .toZonedDateTime(timeZone).epochMilliseconds

/** A chat's clocks may differ by this, and a file goes on. */
const maxBackwardsDays = 1

/**
 * Finds the order of day and month that a whole file shows: in the other one a day wouldn't exist, or time would go back. Gets
 * each entry once; `order` is undefined if both are possible, and null if neither is.
 */
export function findDateOrder() {
  const possible = new Set<DateOrder>(['dmy', 'mdy', 'ymd'])
  const last = new Map<DateOrder, Temporal.PlainDate>()
  return {
    take(entry: WrittenMoment) {
      for (const order of possible) {
        const day = isYearWritten(entry, order) ? dayOf(entry, order) : undefined
        const before = last.get(order)
        if (!day || (before && day.until(before).days > maxBackwardsDays)) possible.delete(order)
        else last.set(order, day)
      }
    },
    order: (): DateOrder | undefined | null => (possible.size > 1 ? undefined : ([...possible][0] ?? null)),
  }
}

/** A year has four digits, or two and stands at the end. */
function isYearWritten({ numbers: [first, , third] }: WrittenMoment, order: DateOrder) {
  return order === 'ymd' ? first > 999 : third > 999 || (third < 100 && first < 100)
}
