import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Broadcast, type Mail, notifications } from '../../contract/notifications.ts'
import { call, callNext, type Page } from '../api/call.ts'

const recipientsKey = ['notifications', 'recipients']
const outboxKey = ['notifications', 'outbox']
const mailsKey = ['notifications', 'mails']
const deliveriesKey = ['notifications', 'deliveries']
/** Milliseconds between two looks while something is on its way; only while the page is seen. */
const lookEvery = 3000
const mailsAtOnce = '10'

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
    refetchInterval: ({ state }) => (state.data?.queued ? lookEvery : false),
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

type Mails = InfiniteData<Page<Mail>, string>

const isUnderWay = (mails: Mails | undefined) =>
  mails?.pages.some(({ items }) => items.some(({ queued }) => queued > 0)) ?? false

/** What was mailed, newest first. */
export const useMails = () =>
  useInfiniteQuery({
    queryKey: mailsKey,
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(notifications.mails, pageParam, signal)
        : call(notifications.mails, { query: { limit: mailsAtOnce }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? lookEvery : false),
  })

/** To whom a mail went. */
export function useDeliveries({ id, queued, sent, failed }: Mail) {
  const query = useInfiniteQuery({
    queryKey: [...deliveriesKey, id],
    queryFn: ({ pageParam, signal }) =>
      pageParam
        ? callNext(notifications.deliveries, pageParam, signal)
        : call(notifications.deliveries, { params: { id }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: queued > 0 ? lookEvery : false,
  })
  // what changed last shows in the counts, and nothing is looked at after that
  const { refetch } = query
  const counts = `${queued} ${sent} ${failed}`
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
    onSuccess: (mail) =>
      client.setQueryData<Mails>(
        mailsKey,
        (mails) =>
          mails && {
            ...mails,
            pages: mails.pages.map((page) => ({
              ...page,
              items: page.items.map((other) => (other.id === id ? mail : other)),
            })),
          },
      ),
    onSettled: forget,
  })
}
