import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Notice, notices, type ReadNotices } from '../../contract/notices/notices.ts'
import { call } from '../api/call.ts'
import { noticeKeys } from '../api/keys.ts'
import { readQuery } from '../api/read-query.ts'
import { mapItems, type PagedData, pagedQuery } from '../api/paged.ts'
import { useMember } from '../api/session.ts'
import { applyUnread, useUnreadNotices } from './unread.ts'

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
  const mark = useEffectEvent(() => {
    if (subject !== undefined && unread > 0 && document.visibilityState === 'visible') mutate({ subject })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when another notice has come
  useEffect(() => {
    mark()
    const onVisible = () => mark()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [subject, unread])
}

export const useBroadcastText = (id: string) =>
  useQuery(readQuery(notices.broadcast, noticeKeys.broadcast(id), { params: { id } }))
