import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { parameters } from '../../contract/content/places.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { type ListedVersion, NewPost, posts } from '../../contract/posts.ts'
import { call, callVersioned, isStatus, withoutNulls } from '../api/call.ts'
import { createOnce, type DraftId } from '../api/drafts.ts'
import { categoryKeys, fileKeys, linkKeys, postKeys } from '../api/keys.ts'
import { filterItems, type PagedData, pagedQuery, refreshFirstPage, usePaged, usePagedQuery } from '../api/paged.ts'
import { readQuery } from '../api/read-query.ts'
import { useChange } from '../api/use-change.ts'

/** A category's id, 'none' for posts without one, undefined for all. */
export type CategoryFilter = string | undefined

/** The filter is in the address, for links and the back button. */
export const categoryIn = (search: URLSearchParams): CategoryFilter => search.get(parameters.category) ?? undefined

const perPage = '20'

export const postsQuery = (category_id: CategoryFilter) =>
  pagedQuery(posts.list, postKeys.list(category_id), { query: { view: 'summary', limit: perPage, category_id } })

/** Published posts, newest first. Not refetched automatically: `WhatsNewBar` offers new posts (033). */
export const usePosts = (category_id: CategoryFilter) =>
  usePagedQuery(postsQuery(category_id), { refetchOnWindowFocus: false })

export function useRefreshPosts() {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [postKeys.counts, categoryKeys.active]) void client.invalidateQueries({ queryKey })
    // the list of one category is fetched when it is opened again
    void client.invalidateQueries({ queryKey: postKeys.lists, refetchType: 'none' })
    return refreshFirstPage(client, postsQuery(undefined))
  }
}

export const usePostCount = (category_id: CategoryFilter) =>
  useQuery({
    queryKey: postKeys.count(category_id),
    queryFn: async ({ signal }) =>
      (await call(posts.list, { query: { view: 'summary', limit: '1', category_id }, signal })).total,
  })

export const draftsQuery = pagedQuery(posts.drafts, postKeys.drafts, { query: { view: 'summary', limit: perPage } })

export const useDrafts = () => usePagedQuery(draftsQuery)

/** With `isEdited` the post is always fetched again: an edit begins with the stored version. */
export const postQuery = (id: string, { isEdited = false } = {}) =>
  queryOptions({
    queryKey: postKeys.one(id),
    refetchOnMount: isEdited ? 'always' : true,
    queryFn: async ({ signal }) => {
      const { body, etag } = await callVersioned(posts.read, { params: { id }, signal })
      return { post: body, etag }
    },
  })

export const usePost = (id: string, options: { isEdited?: boolean } = {}) => useQuery(postQuery(id, options))

/** A change of posts, after which everything that shows or counts posts is stale. `onDone` also runs after unmounting. */
const usePostChange = <Given, Result>(change: (given: Given) => Promise<Result>, onDone?: () => void) =>
  useChange(
    change,
    [postKeys.all, categoryKeys.active, linkKeys.all, fileKeys.all],
    () => onDone?.(),
    () => false,
  )

/** ETag of a post that nobody has changed. */
const firstVersion = '"1"'

export const useCreatePost = (id: DraftId, onDone: () => void) =>
  usePostChange(
    (body: BodyOf<typeof posts.create>) =>
      createOnce(id, {
        create: (client_id) => call(posts.create, { body: withoutNulls({ ...body, client_id }) }),
        isSame(stored) {
          const { title, content, category_id = null, is_published } = NewPost.parse(body)
          const isSameText = stored.title === title && stored.content === content && stored.category_id === category_id
          return isSameText && stored.is_published === is_published
        },
        correct: (stored) =>
          call(posts.update, { params: { id: stored.id }, body: withoutNulls(body), ifMatch: firstVersion }),
      }),
    onDone,
  )

interface Save {
  id: string
  body: BodyOf<typeof posts.update>
  /** The edited version; without it any stored version is replaced. */
  etag: string | undefined
}

export function useUpdatePost(onDone: () => void) {
  const client = useQueryClient()
  return usePostChange(async ({ id, body, etag }: Save) => {
    try {
      return await call(posts.update, { params: { id }, body: withoutNulls(body), ifMatch: etag })
    } catch (error) {
      // the post page must show the stored version
      if (isStatus(error, 412)) void client.invalidateQueries({ queryKey: postKeys.one(id) })
      throw error
    }
  }, onDone)
}

export const usePublishPost = () =>
  usePostChange(({ id, is_published }: { id: string; is_published: boolean }) =>
    call(posts.publish, { params: { id }, body: { is_published } }),
  )

export function useDeletePost() {
  const client = useQueryClient()
  return usePostChange(async (id: string) => {
    await call(posts.remove, { params: { id } })
    // a deleted post isn't fetched again
    for (const queryKey of [postKeys.one(id), postKeys.linkedFrom(id)]) client.removeQueries({ queryKey })
  })
}

export const useVersions = (id: string) =>
  usePaged(
    posts.versions,
    postKeys.versions(id),
    { params: { id }, query: { limit: perPage } },
    { refetchOnMount: 'always' },
  )

/** One version with its content; nothing is fetched without a number. */
export const useVersion = (id: string, version: number | undefined) =>
  useQuery({
    ...readQuery(posts.version, postKeys.version(id, version), { params: { id, version: String(version) } }),
    enabled: version !== undefined,
  })

/** Deletes a version; one that is gone already counts as deleted. `onDone` also runs after unmounting. */
export const useRemoveVersion = (postId: string, onDone: () => void) =>
  useChange(
    async (version: number) => {
      try {
        await call(posts.removeVersion, { params: { id: postId, version: String(version) } })
      } catch (error) {
        if (!isStatus(error, 404)) throw error
      }
    },
    [postKeys.versions(postId)],
    (client, _, version) => {
      onDone()
      client.setQueryData<PagedData<ListedVersion>>(
        postKeys.versions(postId),
        (data) => data && filterItems(data, (item) => item.version !== version),
      )
      client.removeQueries({ queryKey: postKeys.version(postId, version) })
    },
  )
