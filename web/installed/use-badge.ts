import { useEffect } from 'react'
import { useUnreadNotices } from '../notices/unread.ts'
import { showBadge } from '../service-worker/badge.ts'

/** Shows the count of unread notices on the icon of the installed app, until its person signs out. */
export function useBadge() {
  const unread = useUnreadNotices()
  useEffect(() => void showBadge(unread), [unread])
  useEffect(() => () => void showBadge(0), [])
}
