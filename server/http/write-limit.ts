import { limits } from '../../contract/limits.ts'
import { fail } from './fail.ts'

interface Bucket {
  /** Writes left, and when that was counted. */
  left: number
  at: number
}

/** A bucket of writes for each person: so many at once, so many a second after (DECISIONS §2, 429). */
export function writeLimit(now: () => number) {
  const { burst, perSecond } = limits.writes
  const buckets = new Map<string, Bucket>()

  /** Takes one write from a person's bucket, or refuses with the seconds to wait. */
  return (userId: string) => {
    const bucket = buckets.get(userId) ?? { left: burst, at: now() }
    const elapsed = Math.max(0, now() - bucket.at) / 1000
    bucket.left = Math.min(burst, bucket.left + elapsed * perSecond)
    bucket.at = now()
    buckets.set(userId, bucket)
    if (bucket.left < 1) fail('too_often', { retryAfter: 1 })
    bucket.left -= 1
    // full buckets say nothing: forget them now and then
    if (buckets.size > 10_000)
      for (const [id, { left, at }] of buckets)
        if (left + ((now() - at) / 1000) * perSecond >= burst) buckets.delete(id)
  }
}

export type TakeWrite = ReturnType<typeof writeLimit>
