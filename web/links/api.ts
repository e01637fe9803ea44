import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { posts } from '../../contract/posts.ts'
import { call } from '../api/call.ts'
import { postKeys } from '../api/keys.ts'
import { pagedQuery, usePagedQuery } from '../api/paged.ts'
import { readQuery } from '../api/read-query.ts'

interface SearchFilter {
  q: string
  /** An id, 'none', or undefined for all. */
  category_id: string | undefined
  limit: string
}

/** Falls back to the published posts when the list with drafts fails (SPEC §7, "Behaviour around calls"). */
export function usePostSearch({ withDrafts, limit, ...filter }: SearchFilter & { withDrafts: boolean }) {
  const query = { ...filter, view: 'summary' as const, limit }
  const list = pagedQuery(posts.listAll, postKeys.search({ ...filter, withDrafts }), {
    query: { ...query, include_unpublished: withDrafts ? 'true' : 'false' },
  })
  const queryFn: typeof list.queryFn = async (context) => {
    try {
      return await list.queryFn(context)
    } catch (error) {
      // the URL of a further page names its list
      if (context.pageParam || context.signal.aborted) throw error
      return await call(posts.list, { query, signal: context.signal })
    }
  }
  return usePagedQuery({ ...list, queryFn }, { retry: false, placeholderData: keepPreviousData })
}

/** Posts with a link to this post. */
export const useLinkedFrom = (postId: string) =>
  useQuery(readQuery(posts.linkedFrom, postKeys.linkedFrom(postId), { params: { id: postId } }))
