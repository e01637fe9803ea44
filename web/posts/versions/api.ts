import { useQuery } from '@tanstack/react-query'
import { posts } from '../../../contract/posts.ts'
import { call } from '../../api/call.ts'
import { postKeys } from '../../api/keys.ts'
import { usePaged } from '../../api/paged.ts'

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
