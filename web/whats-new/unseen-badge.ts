import { useLocation } from 'react-router'
import { limits } from '../../contract/limits.ts'
import { pages } from '../../contract/pages.ts'
import type { AreaName } from '../../contract/whats-new.ts'
import { useUnseenCounts, useUnseenUpdates } from './api.ts'
import { texts } from './texts.ts'

/** The badge of an area in the navigation; on the area's own page `WhatsNewBar` shows the count. */
function useUnseenBadge(area: AreaName) {
  const isOnPage = useLocation().pathname === pages[area].path
  useUnseenUpdates(area)
  const unseen = useUnseenCounts().data?.[area].fresh ?? 0
  if (unseen === 0 || isOnPage) return undefined
  const short = unseen >= limits.maxUnreadCount ? `${limits.maxUnreadCount - 1}+` : `${unseen}`
  return { short, label: `, ${texts.unseen(unseen)}` }
}

export const useBlogBadge = () => useUnseenBadge('blog')
export const useNewsBadge = () => useUnseenBadge('news')
export const useFilesBadge = () => useUnseenBadge('files')
