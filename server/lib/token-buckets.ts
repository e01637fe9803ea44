interface Bucket {
  tokens: number
  countedAt: number
}

/**
 * Token bucket per key with capacity `burst` and `perSecond` new tokens. Each call takes a token; false when the bucket
 * is empty. `now` is in milliseconds.
 */
export function createTokenBuckets({ burst, perSecond }: { burst: number; perSecond: number }, now: () => number) {
  const buckets = new Map<string, Bucket>()
  const tokensNow = ({ tokens, countedAt }: Bucket) =>
    Math.min(burst, tokens + (Math.max(0, now() - countedAt) / 1000) * perSecond)

  return (key: string) => {
    const bucket = buckets.get(key) ?? { tokens: burst, countedAt: now() }
    bucket.tokens = tokensNow(bucket)
    bucket.countedAt = now()
    buckets.set(key, bucket)
    // full buckets equal absent ones
    if (buckets.size > 10_000) for (const [key, bucket] of buckets) if (tokensNow(bucket) >= burst) buckets.delete(key)
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }
}
