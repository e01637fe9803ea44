import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { type AreaName, whatsNew } from '../../contract/whats-new.ts'
import { call } from '../api/call.ts'
import { whatsNewKeys } from '../api/keys.ts'
import { useSignal } from '../api/live.ts'
import { readQuery, useMemberQuery } from '../api/read-query.ts'
import { useMember } from '../api/session.ts'
import { useChange } from '../api/use-change.ts'
import { formatCount } from '../ui/format/count.ts'
import { texts } from './texts.ts'

/** Spreads the requests of all browsers that got the same event. */
const maxRefetchDelayMs = 1000

/** Counts of others' unseen items in blog, news and archive. */
export const useUnseenCounts = () => useMemberQuery(readQuery(whatsNew.read, whatsNewKeys.counts(useMember()?.id), {}))

let refetchTimer: ReturnType<typeof setTimeout> | undefined

/** One refetch for all subscribers; a hidden page waits until it is visible. */
function refetchSoon(client: QueryClient) {
  if (refetchTimer !== undefined) return
  refetchTimer = setTimeout(() => {
    refetchTimer = undefined
    const isVisible = document.visibilityState === 'visible'
    void client.invalidateQueries({ queryKey: whatsNewKeys.all, refetchType: isVisible ? 'active' : 'none' })
  }, Math.random() * maxRefetchDelayMs)
}

/** The badge of an area in the navigation; on the area's own page `WhatsNewBar` shows the count. */
export function useUnseenBadge(area: AreaName) {
  const isOnPage = useLocation().pathname === pages[area].path
  const client = useQueryClient()
  useSignal('section_changed', (changed) => changed === area && refetchSoon(client), {
    missed: () => refetchSoon(client),
  })
  const unseen = useUnseenCounts().data?.[area].fresh ?? 0
  return unseen === 0 || isOnPage ? undefined : { short: formatCount(unseen), label: `, ${texts.unseen(unseen)}` }
}

/** Reports to the server until which moment an area was seen; a failure is silent, as a later visit reports again. */
export function useMarkSeen(area: AreaName) {
  const me = useMember()?.id
  return useChange(
    (until: string) => call(whatsNew.markSeen, { params: { section: area }, body: { until } }),
    [],
    (client, counts) => client.setQueryData(whatsNewKeys.counts(me), counts),
  )
}
