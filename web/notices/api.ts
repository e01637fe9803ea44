import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Notice, notices, type ReadNotices } from '../../contract/notices/notices.ts'
import type { Following, NoticeSettingsChanges } from '../../contract/notices/settings.ts'
import { call } from '../api/call.ts'
import { noticeKeys } from '../api/keys.ts'
import { useSignal } from '../api/live.ts'
import { mapItems, type PagedData, pagedQuery } from '../api/paged.ts'
import { readQuery, useMemberQuery } from '../api/read-query.ts'
import { useMember } from '../api/session.ts'
import { useIsVisible } from '../ui/hooks/use-is-visible.ts'

export const noticesQuery = pagedQuery(notices.list, noticeKeys.list, {})

const isMeant = (notice: Notice, wanted: ReadNotices) =>
  'ids' in wanted
    ? wanted.ids.includes(notice.id)
    : 'all_until' in wanted
      ? notice.id <= wanted.all_until
      : notice.subject.id === wanted.subject

/** Shown at once; after a failure the list is fetched again. */
export function useReadNotices() {
  const client = useQueryClient()
  const me = useMember()?.id
  return useMutation({
    mutationFn: (wanted: ReadNotices) => call(notices.read, { body: wanted, keepalive: true }),
    onMutate: (wanted) =>
      client.setQueryData<PagedData<Notice>>(
        noticeKeys.list,
        (data) => data && mapItems(data, (notice) => (isMeant(notice, wanted) ? { ...notice, is_read: true } : notice)),
      ),
    onSuccess: ({ unread }) => applyUnread(client, me, unread),
    onError: () => void client.invalidateQueries({ queryKey: noticeKeys.all }),
  })
}

/**
 * Marks the notices about a thing as read while it is open on a visible page, also those that come then. `subject` is
 * undefined while there is nothing to see.
 */
export function useOpenedSubject(subject: string | undefined) {
  const unread = useUnreadNotices() ?? 0
  const { mutate } = useReadNotices()
  const isVisible = useIsVisible()
  // again when another notice has come
  useEffect(() => {
    if (subject !== undefined && unread > 0 && isVisible) mutate({ subject })
  }, [subject, unread, isVisible, mutate])
}

export const useBroadcastText = (id: string, enabled: boolean) =>
  useQuery({ ...readQuery(notices.broadcast, noticeKeys.broadcast(id), { params: { id } }), enabled })

/** The count of unread notices, followed on every page: 100 means 100 or more; undefined until it is known. */
export function useUnreadNotices(): number | undefined {
  const me = useMember()?.id
  return useMemberQuery({
    queryKey: noticeKeys.unread(me),
    queryFn: async ({ signal }) => (await call(notices.list, { query: { limit: '1' }, signal })).unread ?? 0,
  }).data
}

function applyUnread(client: QueryClient, me: string | undefined, unread: number) {
  void client.cancelQueries({ queryKey: noticeKeys.unread(me) }) // its answer would be older than this one
  client.setQueryData(noticeKeys.unread(me), unread)
  const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
  void client.invalidateQueries({ queryKey: noticeKeys.list, refetchType })
}

export function useNoticeUpdates() {
  const client = useQueryClient()
  const me = useMember()?.id
  useSignal('notices_changed', ({ unread }) => applyUnread(client, me, unread), {
    missed: () => void client.invalidateQueries({ queryKey: noticeKeys.all }),
  })
}

export const useFollowing = (postId: string) =>
  useQuery({
    ...readQuery(notices.readFollowing, noticeKeys.following(postId), { params: { id: postId } }),
    refetchOnMount: 'always',
  })

/** Shown at once, and as it was before after a failure. */
export function useFollow(postId: string) {
  const client = useQueryClient()
  const queryKey = noticeKeys.following(postId)
  return useMutation({
    // one at a time, so that the last choice arrives last
    scope: { id: queryKey.join() },
    mutationFn: (body: Following) => call(notices.follow, { params: { id: postId }, body }),
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, wanted)
    },
    onError: () => void client.invalidateQueries({ queryKey }),
  })
}

export const useSettings = () => useQuery(readQuery(notices.readSettings, noticeKeys.settings, {}))

export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    // one at a time, so that the last choice arrives last
    scope: { id: noticeKeys.settings.join() },
    mutationFn: (changes: NoticeSettingsChanges) => call(notices.updateSettings, { body: changes }),
    onSuccess: (settings) => client.setQueryData(noticeKeys.settings, settings),
  })
}
