interface Bucket {
  /** How many are left, and when that was counted. */
  left: number
  at: number
}

/**
 * For each key so many at once, so many a second after. Takes one each time it is called, and says whether there was
 * one. `now` in milliseconds.
 */
export function buckets({ burst, perSecond }: { burst: number; perSecond: number }, now: () => number) {
  const kept = new Map<string, Bucket>()
  const filledUp = ({ left, at }: Bucket) => Math.min(burst, left + (Math.max(0, now() - at) / 1000) * perSecond)

  return (key: string) => {
    const bucket = kept.get(key) ?? { left: burst, at: now() }
    bucket.left = filledUp(bucket)
    bucket.at = now()
    kept.set(key, bucket)
    // full ones say nothing: forget them now and then
    if (kept.size > 10_000) for (const [key, bucket] of kept) if (filledUp(bucket) >= burst) kept.delete(key)
    if (bucket.left < 1) return false
    bucket.left -= 1
    return true
  }
}
