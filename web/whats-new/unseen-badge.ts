import { useLocation } from 'react-router'
import { pages } from '../../contract/pages.ts'
import type { AreaName } from '../../contract/whats-new.ts'
import { formatCount } from '../ui/format/count.ts'
import { useUnseenCounts, useUnseenUpdates } from './api.ts'
import { texts } from './texts.ts'

/** The badge of an area in the navigation; on the area's own page `WhatsNewBar` shows the count. */
function useUnseenBadge(area: AreaName) {
  const isOnPage = useLocation().pathname === pages[area].path
  useUnseenUpdates(area)
  const unseen = useUnseenCounts().data?.[area].fresh ?? 0
  return unseen === 0 || isOnPage ? undefined : { short: formatCount(unseen), label: `, ${texts.unseen(unseen)}` }
}

export const useBlogBadge = () => useUnseenBadge('blog')
export const useNewsBadge = () => useUnseenBadge('news')
export const useFilesBadge = () => useUnseenBadge('files')
