import { useEffect, useEffectEvent, useState } from 'react'
import type { AreaName } from '../../contract/whats-new.ts'
import { useIsVisible } from '../ui/hooks/use-is-visible.ts'
import { useMarkSeen, useUnseenCounts } from './api.ts'

/**
 * Count of others' items that the list doesn't show; `newest` is the time of the newest shown item, undefined for an
 * empty list. Items on a visible page are marked as seen.
 */
export function useUnseenCount(area: AreaName, newest: string | undefined) {
  const isVisible = useIsVisible()
  const { data, dataUpdatedAt } = useUnseenCounts()
  const { mutate, variables, isError } = useMarkSeen(area)

  const known = data?.[area]
  const isBehind = known !== undefined && newest !== undefined && newest > known.seen_until
  const report = useEffectEvent(() => {
    // once per moment: a server with a slow clock stores no later time than its own
    if (newest !== undefined && (newest !== variables || isError)) mutate(newest)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed report is repeated after the next read
  useEffect(() => {
    if (isBehind && isVisible) report()
  }, [isBehind, isVisible, newest, dataUpdatedAt])
  // until the report has arrived, the count includes items that the list shows
  const unseen = known === undefined || isBehind ? 0 : known.fresh
  return useStableCount({ unseen, newest, until: known?.seen_until ?? '' })
}

/** Keeps the count when another page or device has marked items as seen that this list doesn't have yet. */
function useStableCount(now: { unseen: number; newest: string | undefined; until: string }) {
  const [last, setLast] = useState(now)
  if (now.unseen > 0 && (last.unseen !== now.unseen || last.newest !== now.newest || last.until !== now.until))
    setLast(now)
  return now.unseen === 0 && now.newest === last.newest && now.until > last.until ? last.unseen : now.unseen
}

/** The first count above zero, so that a growing count is announced once. */
export function useAnnouncedCount(unseen: number) {
  const [announced, setAnnounced] = useState(0)
  const next = unseen === 0 ? 0 : announced || unseen
  if (next !== announced) setAnnounced(next)
  return next
}
