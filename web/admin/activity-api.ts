import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type AuditEvent, audit } from '../../contract/audit.ts'
import { call, callNext, type Page } from '../api/call.ts'

export const activityKinds = ['sign_in', 'admin'] as const
/** Undefined for all of it. */
export type ActivityKind = (typeof activityKinds)[number] | undefined

const perPage = '50'
const keyOf = (kind: ActivityKind) => ['audit', kind ?? 'all'] as const

/** What was done, the last first, page after page. */
export const useActivity = (kind: ActivityKind) =>
  useInfiniteQuery({
    queryKey: keyOf(kind),
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(audit.list, pageParam, signal)
        : call(audit.list, { query: { limit: perPage, ...(kind && { kind }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    // it is looked at to know what has just happened
    staleTime: 0,
  })

/** Back to the first page, so that looking again at a long trail is one call. */
export function useFoldActivity(kind: ActivityKind) {
  const client = useQueryClient()
  return () =>
    client.setQueryData<InfiniteData<Page<AuditEvent>, string>>(
      keyOf(kind),
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    )
}
