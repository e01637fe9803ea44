import { isClockDoubted } from '../../clock/rules.ts'
import type { Config } from '../../config.ts'
import { withLease } from '../../db/leases.ts'
import type { Db } from '../../db/schema.ts'
import { lastMomentAt } from '../../lib/daily-moments.ts'
import { delayAfter } from '../../lib/retry.ts'
import type { Services } from '../../services.ts'
import { findLastDone, findLastRun, findRunning, type RunKind } from '../queries.ts'
import type { Backups } from './backups.ts'

const verifyIntervalMs = 7 * 24 * 3_600_000

/** Work that is due, in its order; none while any of it is running, also by a command, or while the clock is doubted. */
export async function findDue(
  db: Db,
  { BACKUP_AT, TIME_ZONE }: Pick<Config, 'BACKUP_AT' | 'TIME_ZONE'>,
  now: number,
): Promise<RunKind[]> {
  if ((await findRunning(db, now)) || (await isClockDoubted(db, now))) return []
  const night = lastMomentAt(BACKUP_AT, TIME_ZONE, now)
  const forgotten = await findLastRun(db, 'forget', now)
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

const minute = 60_000
/** After the first failure, the second one, and so on; the last one again and again. */
const defaultDelaysMs = [5 * minute, 15 * minute, 60 * minute]

/**
 * Work of a job that makes a snapshot each night, in one of several processes; forgets old ones; reads one back each week.
 * What was missed while no server ran is done at the start, and what fails is tried again.
 */
export function createNightlyBackups(
  { db, now, newId, log }: Pick<Services, 'db' | 'now' | 'newId' | 'log'>,
  backups: Backups,
  config: Pick<Config, 'BACKUP_AT' | 'TIME_ZONE'>,
  retryDelaysMs = defaultDelaysMs,
) {
  let failures = 0
  /** A time of the steady clock: the other one may leap. */
  let retryAt = 0

  const isDue = async () => (await findDue(db, config, now())).length > 0

  async function run() {
    try {
      return (await backups.run('night', log)) === 'done'
    } catch (err) {
      log.error({ err }, 'the process for snapshots could not be started')
      return false
    }
  }

  return async () => {
    if (performance.now() < retryAt || !(await isDue())) return
    // a lost lease lets another process try, which the store's own lock refuses
    await withLease({ db, now, newId }, 'nightly backup', async () => {
      // another process may have done it since
      if (!(await isDue())) return
      const isDone = await run()
      failures = isDone ? 0 : failures + 1
      if (!isDone) retryAt = performance.now() + delayAfter(failures, retryDelaysMs)
    })
  }
}
