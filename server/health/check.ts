import { poll } from '../lib/poll.ts'
import type { Services } from '../services.ts'

const weekMs = 7 * 24 * 60 * 60_000

/** Checks the database for damage: quickly now, without waiting for the result, and wholly once a week. */
export function checkIntegrity({ integrity, log }: Pick<Services, 'integrity' | 'log'>) {
  async function check(options: { everything: boolean }) {
    const damage = await integrity.check(options)
    if (damage !== undefined) log.fatal({ damage }, 'the database is damaged: restore a backup')
  }
  const onError = (err: unknown) => log.error({ err }, 'the database could not be checked')
  check({ everything: false }).catch(onError)
  return poll({ everyMs: weekMs, work: () => check({ everything: true }), onError })
}
