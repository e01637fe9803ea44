import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ListedVersion, posts } from '../../../contract/posts.ts'
import { call, isStatus } from '../../api/call.ts'
import { postKeys } from '../../api/keys.ts'
import { filterItems, type PagedData, usePaged } from '../../api/paged.ts'

const perPage = '20'

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
    queryKey: postKeys.version(id, version),
    queryFn: ({ signal }) => call(posts.version, { params: { id, version: String(version) }, signal }),
    enabled: version !== undefined,
  })

/** Deletes a version; one that is gone already counts as deleted. `onDone` also runs after unmounting. */
export function useRemoveVersion(postId: string, onDone: (version: number) => void) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(version: number) {
      try {
        await call(posts.removeVersion, { params: { id: postId, version: String(version) } })
      } catch (error) {
        if (!isStatus(error, 404)) throw error
      }
    },
    onSuccess(_, version) {
      onDone(version)
      client.setQueryData<PagedData<ListedVersion>>(
        postKeys.versions(postId),
        (data) => data && filterItems(data, (item) => item.version !== version),
      )
      client.removeQueries({ queryKey: postKeys.version(postId, version) })
      void client.invalidateQueries({ queryKey: postKeys.versions(postId) })
    },
  })
}
