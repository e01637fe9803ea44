// The count of unread notices, followed on every page.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { notices } from '../../contract/notices/notices.ts'
import { call } from '../api/call.ts'
import { noticeKeys } from '../api/keys.ts'
import { useSignal } from '../api/live.ts'
import { useMember, useSession } from '../api/session.ts'

const isVisible = () => document.visibilityState === 'visible'

/** 100 means 100 or more; undefined until it is known. */
export function useUnreadNotices(): number | undefined {
  const isMember = useSession().phase === 'member'
  const me = useMember()?.id
  return useQuery({
    queryKey: noticeKeys.unread(me),
    // the page itself asks to sign in again after a session has ended
    enabled: isMember,
    queryFn: async ({ signal }) => (await call(notices.list, { query: { limit: '1' }, signal })).unread ?? 0,
    refetchOnWindowFocus: 'always',
  }).data
}

export function applyUnread(client: QueryClient, me: string | undefined, unread: number) {
  void client.cancelQueries({ queryKey: noticeKeys.unread(me) }) // its answer would be older than this one
  client.setQueryData(noticeKeys.unread(me), unread)
  void client.invalidateQueries({ queryKey: noticeKeys.list, refetchType: isVisible() ? 'active' : 'none' })
}

export function useNoticeUpdates() {
  const client = useQueryClient()
  const me = useMember()?.id
  useSignal('notices_changed', ({ unread }) => applyUnread(client, me, unread), {
    missed: () => void client.invalidateQueries({ queryKey: noticeKeys.all }),
  })
}
