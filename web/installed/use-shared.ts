import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { sharedParameter, takeShared } from '../service-worker/shared.ts'

type Shared = NonNullable<Awaited<ReturnType<typeof takeShared>>>

/** Hands what another app has shared to the page that was opened for it. */
export function useShared(onShared: (shared: Shared) => void | Promise<void>) {
  const [search, setSearch] = useSearchParams()
  const isMeant = search.has(sharedParameter)
  const receive = useEffectEvent(async () => {
    const shared = await takeShared()
    setSearch(
      (before) => {
        before.delete(sharedParameter)
        return before
      },
      { replace: true },
    )
    if (shared) await onShared(shared)
  })
  useEffect(() => {
    if (isMeant) receive().catch((error) => console.warn('shared', error))
  }, [isMeant])
}
