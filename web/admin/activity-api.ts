import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type AuditEvent, audit } from '../../contract/audit.ts'
import { call, callNext, type Page } from '../api/call.ts'
import type { ActivityFilter } from './use-activity-filter.ts'

const perPage = '50'
const keyOf = (filter: ActivityFilter) => ['audit', filter] as const

/** What was done, the last first, page after page; what was shown before stays until there is something else. */
export const useActivity = (filter: ActivityFilter) =>
  useInfiniteQuery({
    queryKey: keyOf(filter),
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(audit.list, pageParam, signal)
        : call(audit.list, { query: { limit: perPage, ...filter }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // it is looked at to know what has just happened
    staleTime: 0,
  })

/** Back to the first page, so that looking again at a long trail is one call. */
export function useFoldActivity(filter: ActivityFilter) {
  const client = useQueryClient()
  return () =>
    client.setQueryData<InfiniteData<Page<AuditEvent>, string>>(
      keyOf(filter),
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    )
}
