import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Comment } from '../../contract/comments.ts'
import { limits } from '../../contract/limits.ts'
import { whatsNew } from '../../contract/whats-new.ts'
import { call } from '../api/call.ts'
import { whatsNewKeys } from '../api/keys.ts'
import { itemsOf, type PagedData } from '../api/paged.ts'
import { useMember } from '../api/session.ts'

/** Reports others' new comments as seen once they are on a visible page; a failure is silent, as a later visit reports again. */
export function useSeenConversation(postId: string, comments: PagedData<Comment> | undefined) {
  const client = useQueryClient()
  const me = useMember()?.id
  const reported = useRef<string>(undefined)
  const { mutate } = useMutation({
    mutationFn: (until: string) => call(whatsNew.markConversationSeen, { params: { id: postId }, body: { until } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: whatsNewKeys.visit(me) }),
    onError: () => {
      reported.current = undefined
    },
  })
  const newest = comments && itemsOf(comments).findLast(({ author_id }) => author_id !== me)?.created_at
  const report = useEffectEvent(() => {
    if (newest === undefined || newest === reported.current || document.visibilityState !== 'visible') return
    if (Date.now() - Date.parse(newest) > limits.newCommentMs) return
    reported.current = newest
    mutate(newest)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when a newer comment has come
  useEffect(() => {
    report()
    const onVisible = () => report()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [newest])
}
