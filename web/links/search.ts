import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { files } from '../../contract/files.ts'
import { posts } from '../../contract/posts.ts'
import { call, callNext } from '../api/call.ts'

/** Items of a page, and milliseconds without a key after which what was typed is searched for. */
const perPage = '30'
export const pause = 250

interface Sought {
  q: string
  /** An id, 'none' for those without one, undefined for all. */
  category_id: string | undefined
}

const paging = { initialPageParam: '', placeholderData: keepPreviousData }

export const useFileSearch = (sought: Sought) =>
  useInfiniteQuery({
    queryKey: ['files', 'search', sought],
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(files.list, pageParam, signal)
        : call(files.list, { query: { ...sought, limit: perPage }, signal }),
    getNextPageParam: (page) => page.next,
    ...paging,
  })

/** With drafts, of all posts one may see; when that call fails, of the published ones (SPEC §7, "Behaviour around calls"). */
export const usePostSearch = ({ withDrafts, ...sought }: Sought & { withDrafts: boolean }) =>
  useInfiniteQuery({
    queryKey: ['posts', 'search', { ...sought, withDrafts }],
    queryFn: async ({ pageParam, signal }) => {
      // the address of a page knows which list it belongs to
      if (pageParam) return callNext(posts.listAll, pageParam, signal)
      const query = { ...sought, view: 'summary' as const, limit: perPage }
      try {
        const include_unpublished = withDrafts ? ('true' as const) : ('false' as const)
        return await call(posts.listAll, { query: { ...query, include_unpublished }, signal })
      } catch (error) {
        if (signal.aborted) throw error
        return await call(posts.list, { query, signal })
      }
    },
    retry: false,
    getNextPageParam: (page) => page.next,
    ...paging,
  })
