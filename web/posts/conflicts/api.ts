import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { posts } from '../../../contract/posts.ts'
import { call, callVersioned } from '../../api/call.ts'
import { postKeys } from '../../api/keys.ts'

async function fetchStoredPost(id: string, signal: AbortSignal) {
  const [{ body, etag }, latest] = await Promise.all([
    callVersioned(posts.read, { params: { id }, signal }),
    // the editor's name can be missing
    call(posts.versions, { params: { id }, query: { limit: '1' }, signal }).catch(() => undefined),
  ])
  return { post: body, etag, saved: latest?.items[0] }
}

export type StoredPost = Awaited<ReturnType<typeof fetchStoredPost>>

/**
 * The stored post at the moment of a refusal; fetched once per refusal, so that it doesn't change during the decision.
 */
export const useStoredPost = (id: string, refusal: number) =>
  useQuery({
    queryKey: postKeys.conflict(id, refusal),
    queryFn: ({ signal }) => fetchStoredPost(id, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
