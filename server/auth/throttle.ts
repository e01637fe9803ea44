import { limits } from '../../contract/limits.ts'
import { fail } from '../http/fail.ts'
import { networkOf } from '../http/network.ts'
import type { Services } from '../services.ts'
import { countFailure, forgetFailures, forgetOldFailures, uncountFailure } from './queries.ts'

const { failuresPerName, failuresPerAddress, window } = limits.login

/**
 * Counts an attempt as failed before anything is hashed, so that many at once can't slip through until it is
 * known to be otherwise. What is counted is the peer's address, alone and together with the name tried: from
 * elsewhere the person gets in all the same (DECISIONS §2, "Auth").
 */
export async function reserveAttempt(services: Services, address: string, name: string) {
  const { db } = services
  const now = services.now()
  const fromHere = networkOf(address)
  const forName = `${fromHere} ${name}`
  await forgetOldFailures(db, now)
  for (const [key, most] of [
    [forName, failuresPerName],
    [fromHere, failuresPerAddress],
  ] as const) {
    const { failures, window_ends_at } = await countFailure(db, key, now, window)
    if (failures > most) fail('too_often', { retryAfter: Math.ceil((window_ends_at - now) / 1000) })
  }
  return {
    /** It was the right password: the failures before it are forgotten. */
    succeeded: async () => {
      await forgetFailures(db, forName)
      await uncountFailure(db, fromHere)
    },
    /** It couldn't be judged: it doesn't count. */
    takeBack: async () => {
      await uncountFailure(db, forName)
      await uncountFailure(db, fromHere)
    },
  }
}

export type Attempt = Awaited<ReturnType<typeof reserveAttempt>>
