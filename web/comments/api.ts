import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { comments } from '../../contract/comments.ts'
import { call, callNext, isStatus } from '../api/call.ts'
import { onConnected, onLive, useLive, watch } from '../api/live.ts'
import { useSession } from '../api/session.ts'
import { type Loaded, withChanged, withNew, without } from './loaded.ts'

const perPage = '100'
/** Milliseconds between two looks at what others have written, while nobody tells us. */
const lookEvery = 15_000

const keyOf = (postId: string) => ['comments', postId]
/** What shows how many comments a post has; its text, which is fetched with it elsewhere, is left alone. */
const counts = [
  ['posts', 'list'],
  ['posts', 'drafts'],
]

/**
 * The comments of a post, oldest first. The live connection says when they change; while there is none they are looked
 * at again and again.
 */
export function useComments(postId: string) {
  const isMember = useSession().phase === 'member'
  const isTold = useLive() === 'connected'
  const query = useInfiniteQuery({
    queryKey: keyOf(postId),
    // a session that ended is asked for once, by the page, and not every few seconds
    enabled: isMember,
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(comments.list, pageParam, signal)
        : call(comments.list, { params: { id: postId }, query: { limit: perPage }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => (isTold || isStatus(state.error, 404) ? false : lookEvery),
    refetchOnWindowFocus: 'always',
  })

  // TanStack Query asks again when the page becomes visible; a window beside another one was visible all the time
  const look = useEffectEvent(() => {
    if (isMember) void query.refetch({ cancelRefetch: false })
  })
  const lookAnew = useEffectEvent(() => {
    if (isMember) void query.refetch()
  })
  useEffect(() => {
    const onFocus = () => look()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])

  useEffect(() => {
    // what is under way may have been read before it
    const onNews = () => lookAnew()
    watch({ post: postId })
    const ends = [
      onLive('comments_changed', ({ post }) => post === postId && onNews()),
      // nobody told us of what was written before
      onConnected(onNews),
    ]
    return () => {
      watch(null)
      for (const end of ends) end()
    }
  }, [postId])
  return query
}

/** For when others wrote or deleted: the lists that are looked at next say how many there are now. */
export function useForgetCounts() {
  const client = useQueryClient()
  return () => {
    for (const queryKey of counts) void client.invalidateQueries({ queryKey })
  }
}

/**
 * A change: seen at once, then fetched, for what others did meanwhile. `onDone` is told also when the page was left
 * before the answer came.
 */
function useChange<Given, Result>(
  postId: string,
  change: (given: Given) => Promise<Result>,
  show: (loaded: Loaded, result: Result, given: Given) => Loaded,
  onDone?: () => void,
) {
  const client = useQueryClient()
  const forgetCounts = useForgetCounts()
  return useMutation({
    mutationFn: change,
    onSuccess: (result, given) => {
      onDone?.()
      client.setQueryData<Loaded>(keyOf(postId), (loaded) => loaded && show(loaded, result, given))
      void client.invalidateQueries({ queryKey: keyOf(postId) })
      forgetCounts()
    },
    onError: (error) => {
      // it is gone already, or is another by now: so it is here
      if (isStatus(error, 404) || isStatus(error, 412)) void client.invalidateQueries({ queryKey: keyOf(postId) })
    },
  })
}

export const useCreateComment = (postId: string, onDone: () => void) =>
  useChange(
    postId,
    (content: string) => call(comments.create, { params: { id: postId }, body: { content } }),
    withNew,
    onDone,
  )

export const useUpdateComment = (postId: string, id: string, onDone: () => void) =>
  useChange(
    postId,
    ({ content, over }: { content: string; over: string }) =>
      call(comments.update, { params: { id }, body: { content }, ifMatch: `"${Date.parse(over)}"` }),
    withChanged,
    onDone,
  )

export const useDeleteComment = (postId: string, id: string) =>
  useChange(
    postId,
    () => call(comments.remove, { params: { id } }),
    (loaded) => without(loaded, id),
  )
