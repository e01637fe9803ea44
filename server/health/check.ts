import { poll } from '../lib/poll.ts'
import type { Services } from '../services.ts'

const weekMs = 7 * 24 * 60 * 60_000

/** Checks the database for damage: now, and once a week. A check that is running ends with the database. */
export function checkIntegrity({ integrity, log }: Pick<Services, 'integrity' | 'log'>) {
  let isStopped = false
  const checking = poll({
    everyMs: weekMs,
    async work() {
      const damage = await integrity.check()
      if (damage !== undefined) log.fatal({ damage }, 'the database is damaged: restore a backup')
    },
    onError: (err) => isStopped || log.error({ err }, 'the database could not be checked'),
  })
  checking.wake()
  return {
    stop() {
      isStopped = true
      void checking.stop()
    },
  }
}
