import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Broadcast, type Mail, notifications, type Outbox } from '../../contract/notifications.ts'
import { call, callNext } from '../api/call.ts'
import { deliveriesKey, mailsAtOnce, mailsKey, outboxKey, recipientsKey } from './admin-keys.ts'
import { lookAtNewest } from './mails-newest.ts'
import { type Mails, withMail } from './mails-state.ts'

/** Milliseconds between two looks while something is on its way; only while the page is seen. */
const lookEvery = 3000
/** The same while nothing goes out, and for what doesn't show in any count: tries that failed. */
const lookWhileHeld = 15_000
const lookForTries = 60_000

/** All active people, and how many of them want broadcasts. */
export const useRecipients = () =>
  useQuery({
    queryKey: recipientsKey,
    queryFn: ({ signal }) => call(notifications.recipients, { query: { include_unsubscribed: 'true' }, signal }),
    // how many get it has to be right when it is sent
    refetchOnMount: 'always',
  })

function useForgetPost() {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [outboxKey, mailsKey, deliveriesKey]) void client.invalidateQueries({ queryKey })
  }
}

/** `onDone` is told also when the page was left before the answer came. */
export function useSendBroadcast(onDone: () => void) {
  const forget = useForgetPost()
  return useMutation({
    mutationFn: (broadcast: Broadcast) => call(notifications.broadcast, { body: broadcast }),
    onSuccess: onDone,
    onSettled: forget,
  })
}

export function useSendTest() {
  const forget = useForgetPost()
  return useMutation({ mutationFn: () => call(notifications.testNewPost, {}), onSuccess: forget })
}

export const useOutbox = () =>
  useQuery({
    queryKey: outboxKey,
    queryFn: ({ signal }) => call(notifications.outbox, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (!data?.queued) return false
      return data.held ? lookWhileHeld : lookEvery
    },
  })

export function useTryAgain() {
  const client = useQueryClient()
  const forget = useForgetPost()
  return useMutation({
    mutationFn: () => call(notifications.tryAgain, {}),
    onSuccess: (outbox) => client.setQueryData(outboxKey, outbox),
    onSettled: forget,
  })
}

/** What was mailed, newest first; whenever there was a look at the post, also at the newest of them. */
export function useMails({ queued, sent, failed, skipped }: Outbox, lookedAt: number) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: mailsKey,
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(notifications.mails, pageParam, signal)
        : call(notifications.mails, { query: { limit: mailsAtOnce }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })
  const counts = `${queued} ${sent} ${failed} ${skipped}`
  const seen = useRef({ lookedAt, counts })
  useEffect(() => {
    if (seen.current.lookedAt === lookedAt) return
    const hasMoved = seen.current.counts !== counts
    seen.current = { lookedAt, counts }
    void lookAtNewest(client, hasMoved)
  }, [client, lookedAt, counts])
  return query
}

/** To whom a mail went. */
export function useDeliveries({ id, queued, sent, failed, skipped }: Mail) {
  const query = useInfiniteQuery({
    queryKey: [...deliveriesKey, id],
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(notifications.deliveries, pageParam, signal)
        : call(notifications.deliveries, { params: { id }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: queued > 0 ? lookForTries : false,
  })
  // what changed last shows in the counts, and nothing is looked at after that
  const { refetch } = query
  const counts = `${queued} ${sent} ${failed} ${skipped}`
  const seen = useRef(counts)
  useEffect(() => {
    if (seen.current === counts) return
    seen.current = counts
    void refetch()
  }, [counts, refetch])
  return query
}

export function useRetryFailed(id: string) {
  const client = useQueryClient()
  const forget = useForgetPost()
  return useMutation({
    mutationFn: () => call(notifications.retryFailed, { params: { id } }),
    onSuccess: (mail) => client.setQueryData<Mails>(mailsKey, (mails) => mails && withMail(mails, mail)),
    onSettled: forget,
  })
}
