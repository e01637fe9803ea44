import type { Retention } from '../../backup-settings.ts'
import { momentOfName } from '../store/keys.ts'

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
