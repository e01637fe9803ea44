import { limits } from '../../contract/limits.ts'
import { useTitleMark } from '../ui/document-title.ts'
import { texts } from './texts.ts'
import { useUnread } from './unread.ts'

/** How many messages wait, for the entry of the navigation; the window's title says it as well. */
export function useUnreadMark() {
  const unread = useUnread()
  const short = unread >= limits.unreadCounted ? `${limits.unreadCounted - 1}+` : `${unread || ''}`
  useTitleMark(short)
  return short === '' ? undefined : { short, said: texts.unread(unread, limits.unreadCounted) }
}
