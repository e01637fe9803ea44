import { isClockDoubted } from '../../clock/rules.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { lastMomentAt } from '../../lib/daily-moments.ts'
import { findLastDone, findLastRun, type RunKind } from '../queries.ts'
import { isRunning } from '../runs.ts'

const verifyIntervalMs = 7 * 24 * 3_600_000

/** Work that is due, in its order; none while any of it is running, also by a command, or while the clock is doubted. */
export async function findDue(
  db: Db,
  { BACKUP_AT, TIME_ZONE }: Pick<Config, 'BACKUP_AT' | 'TIME_ZONE'>,
  now: number,
): Promise<RunKind[]> {
  const night = lastMomentAt(BACKUP_AT, TIME_ZONE, now)
  const forgotten = await findLastRun(db, 'forget', now)
  const attempts = [await findLastRun(db, 'snapshot', now), forgotten, await findLastRun(db, 'verify', now)]
  if (attempts.some((run) => run && isRunning(run, now)) || (await isClockDoubted(db, now))) return []
  const made = await findLastDone(db, 'snapshot', now)
  const verified = await findLastDone(db, 'verify', now)
  const isForgotten = forgotten !== undefined && forgotten.ended_at !== null && forgotten.fault === null
  const isDue: Record<RunKind, boolean> = {
    snapshot: !made || made.started_at < night,
    forget: !isForgotten || forgotten.started_at < night,
    // one with faults is looked at again the next night
    verify: !verified || verified.started_at < (verified.fault === null ? now - verifyIntervalMs : night),
  }
  return (['snapshot', 'forget', 'verify'] as const).filter((kind) => isDue[kind])
}
