const dayMs = 24 * 60 * 60_000
/** Clocks of processes differ by less. What is later than it can be, by more than this, is of a time when the clock was wrong. */
export const maxSkewMs = 60_000

const digits = (count: number, length: number) => `${count}`.padStart(length, '0')
const pairs = Array.from({ length: 60 }, (_, count) => digits(count, 2))
const thousands = Array.from({ length: 1000 }, (_, count) => digits(count, 3))

const maxDays = 1000
/** Dates by day since 1970. */
const dates = new Map<number, string>()

function dateOf(day: number) {
  const known = dates.get(day)
  if (known !== undefined) return known
  const date = new Date(day * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
  if (dates.size >= maxDays) dates.clear()
  dates.set(day, date)
  return date
}

/** Moment of the database (milliseconds since 1970) in the API's format. Five times faster than `Date`'s, for lists. */
export function toIso(at: number) {
  const day = Math.floor(at / dayMs)
  const ms = at - day * dayMs
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${pairs[Math.floor(minutes / 60)]}:${pairs[minutes % 60]}:${pairs[seconds % 60]}.${thousands[ms % 1000]}`
  return `${dateOf(day)}T${time}Z`
}
