import { useEffect } from 'react'
import { type Comment, type CommentText, comments } from '../../contract/comments.ts'
import { call, isStatus, versionOf } from '../api/call.ts'
import { createOnce, type DraftId } from '../api/drafts.ts'
import { commentKeys, postKeys } from '../api/keys.ts'
import { useLive, useSignal, watch } from '../api/live.ts'
import { append, type PagedData, replace, usePaged, without } from '../api/paged.ts'
import { useSession } from '../api/session.ts'
import { useListChange } from '../api/use-change.ts'
import { useListener } from '../ui/hooks/use-listener.ts'

const perPage = '100'
const pollIntervalMs = 15_000

/** The comments of a post, oldest first; polled while no live connection announces changes. */
export function useComments(postId: string) {
  const isMember = useSession().phase === 'member'
  const isLive = useLive() === 'connected'
  const query = usePaged(
    comments.list,
    commentKeys.list(postId),
    { params: { id: postId }, query: { limit: perPage } },
    {
      // after a session has ended the page asks once to sign in; polling would repeat the question
      enabled: isMember,
      refetchInterval: ({ state }) => (isLive || isStatus(state.error, 404) ? false : pollIntervalMs),
      refetchOnWindowFocus: 'always',
    },
  )

  // TanStack Query refetches when a page becomes visible; a window next to another window was always visible
  useListener('focus', () => void query.refetch({ cancelRefetch: false }), { isOn: isMember })
  // a request in progress may have been read before the change
  async function refetch() {
    if (!isMember) return
    // a refetch would cancel the page that the reader has asked for
    if (query.isFetchingNextPage) await query.fetchNextPage({ cancelRefetch: false })
    await query.refetch()
  }

  useSignal('comments_changed', ({ post }) => void (post === postId && refetch()), { missed: () => void refetch() })
  useEffect(() => {
    watch({ post: postId })
    return () => watch(null)
  }, [postId])
  return query
}

/** Lists that show numbers of comments. */
export const countingKeys = [postKeys.lists, postKeys.drafts]

const useCommentChange = <Given, Result>(
  postId: string,
  change: (given: Given) => Promise<Result>,
  show: (comments: PagedData<Comment>, result: Result) => PagedData<Comment>,
  onDone?: () => void,
) => {
  const list = commentKeys.list(postId)
  return useListChange({ list, stale: [list, ...countingKeys], change, show, onDone })
}

/** A comment to be sent; the answered one can't be changed afterwards. */
type Sent = CommentText & { reply_to: string | null }

export const useCreateComment = (postId: string, id: DraftId, onDone: () => void) =>
  useCommentChange(
    postId,
    ({ content, reply_to }: Sent) =>
      createOnce(id, {
        create: (client_id) =>
          call(comments.create, { params: { id: postId }, body: { content, client_id, reply_to } }),
        isSame: (stored) => stored.content === content,
        correct: (stored) =>
          call(comments.update, {
            params: { id: stored.id },
            body: { content },
            ifMatch: versionOf(stored.created_at),
          }),
      }),
    append,
    onDone,
  )

export const useUpdateComment = (postId: string, id: string, onDone: () => void) =>
  useCommentChange(
    postId,
    ({ content, over }: { content: string; over: string }) =>
      call(comments.update, { params: { id }, body: { content }, ifMatch: versionOf(over) }),
    replace,
    onDone,
  )

export const useDeleteComment = (postId: string, id: string) =>
  useCommentChange(
    postId,
    () => call(comments.remove, { params: { id } }),
    (comments) => without(comments, id),
  )
