import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Initial data of a dialog or page, requested again by `retry` and for a new `key`. Not cached: it may be a secret, or
 * valid for one attempt only.
 */
export function useBeginning<T>(begin: (signal: AbortSignal) => Promise<T>, key = '') {
  const [data, setData] = useState<T>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const ask = useEffectEvent(begin)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const abort = new AbortController()
    setError(undefined)
    ask(abort.signal).then(setData, (failure) => {
      if (!abort.signal.aborted) setError(failure)
    })
    return () => abort.abort()
  }, [key, attempt])

  return { data, error, retry: () => setAttempt(attempt + 1) }
}
