import { limits } from '../../contract/limits.ts'
import { fail } from '../http/fail.ts'
import { networkOf } from '../http/network.ts'
import type { Services } from '../services.ts'
import { countFailure, deleteExpiredFailures, deleteFailures, uncountFailure } from './queries.ts'

const { maxFailuresPerName, maxFailuresPerAddress, windowMs } = limits.login

/**
 * Counts an attempt as failed before anything is hashed, so that concurrent attempts can't bypass the limit. Failures
 * are counted per client network, and per network and name: from other networks the person can still sign in (DECISIONS
 * §2, "Auth").
 */
export async function reserveAttempt(services: Services, address: string, name: string) {
  const { db } = services
  const now = services.now()
  const networkKey = networkOf(address)
  const nameKey = `${networkKey} ${name}`
  await deleteExpiredFailures(db, now)
  for (const [key, max] of [
    [nameKey, maxFailuresPerName],
    [networkKey, maxFailuresPerAddress],
  ] as const) {
    const { failures, window_ends_at } = await countFailure(db, key, now, windowMs)
    if (failures > max) fail('too_often', { retryAfterSeconds: Math.ceil((window_ends_at - now) / 1000) })
  }
  return {
    /** For a right password: deletes earlier failures for the name too. */
    succeed: async () => {
      await deleteFailures(db, nameKey)
      await uncountFailure(db, networkKey)
    },
    /** For an unchecked password: the attempt doesn't count. */
    cancel: async () => {
      await uncountFailure(db, nameKey)
      await uncountFailure(db, networkKey)
    },
  }
}

export type Attempt = Awaited<ReturnType<typeof reserveAttempt>>
