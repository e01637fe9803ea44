import { momentOfName } from '../store/keys.ts'

/** How many days, weeks and months keep their newest snapshot. */
export interface Retention {
  days: number
  weeks: number
  months: number
}

const units = { d: 'days', w: 'weeks', m: 'months' } as const

/** Reads `7d 5w 12m`; undefined for anything else, and for nothing at all. */
export function parseRetention(text: string): Retention | undefined {
  const retention: Retention = { days: 0, weeks: 0, months: 0 }
  for (const word of text.trim().split(/\s+/)) {
    const [, number, unit] = /^(\d{1,3})([dwm])$/.exec(word) ?? []
    if (!number || !unit) return undefined
    retention[units[unit as keyof typeof units]] = Number(number)
  }
  return retention.days + retention.weeks + retention.months > 0 ? retention : undefined
}

/** Day of the community's time zone. */
const dayOf = (name: string, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(momentOfName(name)).toZonedDateTimeISO(timeZone).toPlainDate()

/** Monday of the day's week. */
const weekOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 })

/**
 * Snapshots that may go: of each of the last days, weeks and months with a snapshot the newest one stays, and those of
 * `kept`.
 */
export function forgettable(
  snapshots: string[],
  { days, weeks, months }: Retention,
  { timeZone, kept }: { timeZone: string; kept: string[] },
): string[] {
  const staying = new Set(kept)
  const newestFirst = snapshots.toSorted().reverse()
  const keep = (count: number, periodOf: (day: Temporal.PlainDate) => { toString(): string }) => {
    const periods = new Set<string>()
    for (const snapshot of newestFirst) {
      const period = `${periodOf(dayOf(snapshot, timeZone))}`
      if (periods.has(period)) continue
      if (periods.size === count) return
      periods.add(period)
      staying.add(snapshot)
    }
  }
  keep(days, (day) => day)
  keep(weeks, weekOf)
  keep(months, (day) => day.toPlainYearMonth())
  return snapshots.toSorted().filter((snapshot) => !staying.has(snapshot))
}
