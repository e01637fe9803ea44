import type { Config } from '../../config.ts'
import { withLease } from '../../db/leases.ts'
import { poll } from '../../lib/poll.ts'
import { delayAfter } from '../../lib/retry.ts'
import type { Services } from '../../services.ts'
import { findDue } from './due.ts'

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
      return (await backups?.run('night', log))?.isDone ?? false
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
