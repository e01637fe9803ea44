import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notices } from '../../../contract/notices/notices.ts'
import type { Following } from '../../../contract/notices/settings.ts'
import { call } from '../../api/call.ts'
import { noticeKeys } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'

export const useFollowing = (postId: string) =>
  useQuery({
    ...readQuery(notices.readFollowing, noticeKeys.following(postId), { params: { id: postId } }),
    refetchOnMount: 'always',
  })

/** Shown at once, and as it was before after a failure. */
export function useFollow(postId: string) {
  const client = useQueryClient()
  const queryKey = noticeKeys.following(postId)
  return useMutation({
    // one at a time, so that the last choice arrives last
    scope: { id: queryKey.join() },
    mutationFn: (body: Following) => call(notices.follow, { params: { id: postId }, body }),
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, wanted)
    },
    onError: () => void client.invalidateQueries({ queryKey }),
  })
}
