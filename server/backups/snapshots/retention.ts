import type { Retention } from '../../backup-settings.ts'
import { momentOfName } from '../store/keys.ts'

const dayMs = 86_400_000

/** Day of the community's time zone as `2026-11-22`. */
function dayOf(name: string, timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return format.format(momentOfName(name))
}

/** Monday of the day's week, as a day. */
function weekOf(day: string) {
  const ms = Date.parse(`${day}T00:00:00Z`)
  const sinceMonday = (new Date(ms).getUTCDay() + 6) % 7
  return new Date(ms - sinceMonday * dayMs).toISOString().slice(0, 10)
}

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
  const keep = (count: number, periodOf: (day: string) => string) => {
    const periods = new Set<string>()
    for (const snapshot of newestFirst) {
      const period = periodOf(dayOf(snapshot, timeZone))
      if (periods.has(period)) continue
      if (periods.size === count) return
      periods.add(period)
      staying.add(snapshot)
    }
  }
  keep(days, (day) => day)
  keep(weeks, weekOf)
  keep(months, (day) => day.slice(0, 7))
  return snapshots.toSorted().filter((snapshot) => !staying.has(snapshot))
}
