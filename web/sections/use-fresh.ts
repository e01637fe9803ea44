import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { SectionName } from '../../contract/sections.ts'
import { useSeen, useVisits } from './api.ts'

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const useIsVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')

/**
 * How much there is of others that the list doesn't show, whose newest thing is of the moment `newest`: everything that
 * is new when there is none. What the list shows, to somebody who looks, has been seen.
 */
export function useFresh(section: SectionName, newest: string | undefined) {
  const isVisible = useIsVisible()
  const { data, dataUpdatedAt } = useVisits()
  const seen = useSeen(section)

  const known = data?.[section]
  const isBehind = known !== undefined && newest !== undefined && newest > known.seen_until
  const told = useRef<string>(undefined)
  const tell = useEffectEvent(() => {
    // once is enough: a server whose clock is behind doesn't take it further than its own now, however often it is told
    if (newest === undefined || newest === told.current) return
    told.current = newest
    const onError = () => {
      told.current = undefined
    }
    seen(newest, { onError })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what didn't get through is said again when more is known
  useEffect(() => {
    if (isBehind && isVisible) tell()
  }, [isBehind, isVisible, newest, dataUpdatedAt])
  // what is counted until the server was told is in the list itself
  const fresh = known === undefined || isBehind ? 0 : known.fresh
  return useKept({ fresh, newest, until: known?.seen_until ?? '' })
}

/** What the person has seen on another page or device meanwhile is still missing in the list of this one. */
function useKept(now: { fresh: number; newest: string | undefined; until: string }) {
  const [last, setLast] = useState(now)
  if (now.fresh > 0 && (last.fresh !== now.fresh || last.newest !== now.newest || last.until !== now.until))
    setLast(now)
  return now.fresh === 0 && now.newest === last.newest && now.until > last.until ? last.fresh : now.fresh
}

/** What is said once: how much there was when there began to be something. */
export function useAnnounced(fresh: number) {
  const [announced, setAnnounced] = useState(0)
  const next = fresh === 0 ? 0 : announced || fresh
  if (next !== announced) setAnnounced(next)
  return next
}
