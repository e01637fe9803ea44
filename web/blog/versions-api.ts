import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { posts } from '../../contract/posts.ts'
import { call, callNext, callVersioned } from '../api/call.ts'

const perPage = '20'

async function fetchStored(id: string, signal: AbortSignal) {
  const [{ body, etag }, latest] = await Promise.all([
    callVersioned(posts.read, { params: { id }, signal }),
    // who saved it is worth knowing, and no reason to show nothing
    call(posts.versions, { params: { id }, query: { limit: '1' }, signal }).catch(() => undefined),
  ])
  return { post: body, etag, saved: latest?.items[0] }
}

export type Stored = Awaited<ReturnType<typeof fetchStored>>

/**
 * What is stored at the moment of a refusal, anew at each `refusal`. It stays as it is in between: what somebody decides
 * on doesn't change under their eyes.
 */
export const useStored = (id: string, refusal: number) =>
  useQuery({
    queryKey: ['stored', id, refusal],
    queryFn: ({ signal }) => fetchStored(id, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const useVersions = (id: string) =>
  useInfiniteQuery({
    queryKey: ['posts', 'versions', id],
    refetchOnMount: 'always',
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(posts.versions, pageParam, signal)
        : call(posts.versions, { params: { id }, query: { limit: perPage }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** One version, whole; asked for when there is one to ask for. */
export const useVersion = (id: string, version: number | undefined) =>
  useQuery({
    queryKey: ['posts', 'version', id, version ?? 0],
    queryFn: ({ signal }) => call(posts.version, { params: { id, version: String(version) }, signal }),
    enabled: version !== undefined,
  })
