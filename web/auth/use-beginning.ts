import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Initial data of a dialog or page, requested again by `retry`. Not cached: it may be a secret, or valid for one attempt
 * only.
 */
export function useBeginning<T>(begin: (signal: AbortSignal) => Promise<T>) {
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
  }, [attempt])

  return { data, error, retry: () => setAttempt(attempt + 1) }
}
