import type { Config } from '../../config.ts'
import { lastMomentAt } from '../../lib/daily-moments.ts'
import { poll } from '../../lib/poll.ts'
import type { Services } from '../../services.ts'
import { findLastDone } from '../queries.ts'
import { takeTurn } from './turn.ts'

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
  { BACKUP_AT, TIME_ZONE }: Pick<Config, 'BACKUP_AT' | 'TIME_ZONE'>,
  { pollIntervalMs, retryDelaysMs }: Times = defaultTimes,
) {
  if (!backups) return { stop: async () => {} }
  let failures = 0
  let retryAt = 0

  async function runAlone(run: () => Promise<{ isDone: boolean }>) {
    const turn = await takeTurn({ db, now, newId })
    if (!turn) return
    try {
      const { isDone } = await run()
      failures = isDone ? 0 : failures + 1
      if (!isDone) retryAt = now() + (retryDelaysMs[failures - 1] ?? retryDelaysMs.at(-1) ?? 0)
    } finally {
      await turn.release()
    }
  }

  const polling = poll({
    everyMs: pollIntervalMs,
    async work() {
      if (now() < retryAt) return
      const last = await findLastDone(db, 'snapshot')
      if (last && last.started_at >= lastMomentAt(BACKUP_AT, TIME_ZONE, now())) return
      await runAlone(() => backups.run('night', log))
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
