import { isClockDoubted } from '../../clock/rules.ts'
import type { Config } from '../../config.ts'
import { withLease } from '../../db/leases.ts'
import type { Db } from '../../db/schema.ts'
import { lastMomentAt } from '../../lib/daily-moments.ts'
import { poll } from '../../lib/poll.ts'
import { delayAfter } from '../../lib/retry.ts'
import type { Services } from '../../services.ts'
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

interface Times {
  pollIntervalMs: number
  /** After the first failure, the second one, and so on; the last one again and again. */
  retryDelaysMs: number[]
}

const minute = 60_000
const defaultTimes: Times = { pollIntervalMs: 20_000, retryDelaysMs: [5 * minute, 15 * minute, 60 * minute] }

/**
 * Makes a snapshot each night, in one of several processes; forgets old ones; reads one back each week. What was missed
 * while no server ran is done at the start, and what fails is tried again.
 */
export function startNightlyBackups(
  { db, now, newId, log, backups }: Pick<Services, 'db' | 'now' | 'newId' | 'log' | 'backups'>,
  config: Pick<Config, 'BACKUP_AT' | 'TIME_ZONE'>,
  { pollIntervalMs, retryDelaysMs }: Times = defaultTimes,
) {
  if (!backups) return { stop: async () => {} }
  let failures = 0
  /** A time of the steady clock: the other one may leap. */
  let retryAt = 0

  const isDue = async () => (await findDue(db, config, now())).length > 0

  async function run() {
    try {
      return (await backups?.run('night', log)) === 'done'
    } catch (err) {
      log.error({ err }, 'the process for snapshots could not be started')
      return false
    }
  }

  const polling = poll({
    everyMs: pollIntervalMs,
    async work() {
      if (performance.now() < retryAt || !(await isDue())) return
      // a lost lease lets another process try, which the store's own lock refuses
      await withLease({ db, now, newId }, 'nightly backup', async () => {
        // another process may have done it since
        if (!(await isDue())) return
        const isDone = await run()
        failures = isDone ? 0 : failures + 1
        if (!isDone) retryAt = performance.now() + delayAfter(failures, retryDelaysMs)
      })
    },
    onError: (err) => log.error({ err }, 'the snapshots of the night could not be looked after'),
  })
  polling.wake()
  return {
    async stop() {
      await backups.stop()
      await polling.stop()
    },
  }
}
