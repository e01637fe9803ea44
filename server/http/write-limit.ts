import { limits } from '../../contract/limits.ts'
import { buckets } from '../buckets.ts'
import { fail } from './fail.ts'

/** A bucket of writes for each person: so many at once, so many a second after (DECISIONS §2, 429). */
export function writeLimit(now: () => number) {
  const take = buckets(limits.writes, now)

  /** Takes one write from a person's bucket, or refuses with the seconds to wait. */
  return (userId: string) => {
    if (!take(userId)) fail('too_often', { retryAfter: 1 })
  }
}

export type TakeWrite = ReturnType<typeof writeLimit>
