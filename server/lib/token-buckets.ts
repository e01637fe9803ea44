interface Bucket {
  tokens: number
  countedAt: number
}

/**
 * Token bucket per key with capacity `burst` and `perSecond` new tokens. Each call takes `cost` tokens, at most a full
 * bucket; false when there are fewer. `now` is in milliseconds.
 */
export function createTokenBuckets({ burst, perSecond }: { burst: number; perSecond: number }, now: () => number) {
  const buckets = new Map<string, Bucket>()
  const tokensNow = ({ tokens, countedAt }: Bucket) =>
    Math.min(burst, tokens + (Math.max(0, now() - countedAt) / 1000) * perSecond)

  const take = (key: string, cost = 1) => {
    const bucket = buckets.get(key) ?? { tokens: burst, countedAt: now() }
    bucket.tokens = tokensNow(bucket)
    bucket.countedAt = now()
    buckets.set(key, bucket)
    // full buckets equal absent ones
    if (buckets.size > 10_000) for (const [key, bucket] of buckets) if (tokensNow(bucket) >= burst) buckets.delete(key)
    const taken = Math.min(cost, burst)
    if (bucket.tokens < taken) return false
    bucket.tokens -= taken
    return true
  }

  /** Whole seconds until a call with this cost would be accepted. */
  const secondsUntil = (key: string, cost = 1) => {
    const bucket = buckets.get(key)
    const missing = Math.min(cost, burst) - (bucket ? tokensNow(bucket) : burst)
    return Math.ceil(missing / perSecond)
  }
  return Object.assign(take, { secondsUntil })
}
