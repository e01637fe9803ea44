import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '../../contract/endpoint.ts'
import { type ListedPost, posts } from '../../contract/posts.ts'
import { call, callNext, callVersioned, isStatus, type Page } from '../api/call.ts'
import { bringFirstPage } from '../sections/first-page.ts'

/** An id, 'none' for posts without one, undefined for all. */
export type CategoryFilter = string | undefined

const perPage = '20'

const listQuery = (category_id: CategoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'list', category_id ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(posts.list, pageParam, signal)
        : call(posts.list, { query: { view: 'summary', limit: perPage, category_id }, signal }),
    initialPageParam: '',
    getNextPageParam: (page: Page<ListedPost>) => page.next,
    // it doesn't move by itself: what others added is said above it (033)
    refetchOnWindowFocus: false,
  })

/** Published posts, newest first, as far as they were asked for. */
export const usePosts = (category_id: CategoryFilter) => useInfiniteQuery(listQuery(category_id))

/** Brings the newest posts of all categories, and how many there are. */
export function useBringPosts() {
  const client = useQueryClient()
  return () => {
    for (const shown of [['posts', 'count'], ['categories']]) void client.invalidateQueries({ queryKey: shown })
    // a category's list is asked for when it is looked at again
    void client.invalidateQueries({ queryKey: ['posts', 'list'], refetchType: 'none' })
    return bringFirstPage(client, listQuery(undefined))
  }
}

/** How many published posts there are, altogether or without a category. */
export const usePostCount = (category_id: CategoryFilter) =>
  useQuery({
    queryKey: ['posts', 'count', category_id ?? 'all'],
    queryFn: async ({ signal }) =>
      (await call(posts.list, { query: { view: 'summary', limit: '1', category_id }, signal })).total,
  })

export const useDrafts = () =>
  useInfiniteQuery({
    queryKey: ['posts', 'drafts'],
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(posts.drafts, pageParam, signal)
        : call(posts.drafts, { query: { view: 'summary', limit: perPage }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** `isEdited` asks anew each time: one edits what is stored now, not what was once looked at. */
export const usePost = (id: string, { isEdited = false } = {}) =>
  useQuery({
    queryKey: ['posts', 'one', id],
    refetchOnMount: isEdited ? 'always' : true,
    queryFn: async ({ signal }) => {
      const { body, etag } = await callVersioned(posts.read, { params: { id }, signal })
      return { post: body, etag }
    },
  })

/**
 * A change of posts; whatever shows posts or counts them is fetched again. `onDone` is told also when the page was left
 * before the answer came.
 */
function useChange<Given, Result>(change: (given: Given) => Promise<Result>, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      onDone?.()
      for (const shown of ['posts', 'categories', 'links', 'files'])
        void client.invalidateQueries({ queryKey: [shown] })
    },
  })
}

export const useCreatePost = (onDone: () => void) =>
  useChange((body: BodyOf<typeof posts.create>) => call(posts.create, { body }), onDone)

interface Save {
  id: string
  body: BodyOf<typeof posts.update>
  /** The version that was edited; without it whatever is stored is replaced. */
  etag: string | undefined
}

export function useUpdatePost(onDone: () => void) {
  const client = useQueryClient()
  return useChange(async ({ id, body, etag }: Save) => {
    try {
      return await call(posts.update, { params: { id }, body, ifMatch: etag })
    } catch (error) {
      // somebody else's version is stored: whoever looks at the post sees that one
      if (isStatus(error, 412)) void client.invalidateQueries({ queryKey: ['posts', 'one', id] })
      throw error
    }
  }, onDone)
}

export const usePublishPost = () =>
  useChange(({ id, is_published }: { id: string; is_published: boolean }) =>
    call(posts.publish, { params: { id }, body: { is_published } }),
  )

export function useDeletePost() {
  const client = useQueryClient()
  return useChange(async (id: string) => {
    await call(posts.remove, { params: { id } })
    // what is gone isn't asked for again
    for (const of of ['one', 'linked-from']) client.removeQueries({ queryKey: ['posts', of, id] })
  })
}
