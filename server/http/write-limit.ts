import { limits } from '../../contract/limits.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import { fail } from './fail.ts'

/** Limits the writes per person (DECISIONS §2, 429). */
export function writeLimit(now: () => number) {
  const take = createTokenBuckets(limits.writes, now)

  return (userId: string) => {
    if (!take(userId)) fail('too_often', { retryAfterSeconds: 1 })
  }
}

export type TakeWrite = ReturnType<typeof writeLimit>
