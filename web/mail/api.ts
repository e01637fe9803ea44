import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Mail, mail, type QueueStatus } from '../../contract/mail.ts'
import { call } from '../api/call.ts'
import { mailKeys } from '../api/keys.ts'
import { type PagedData, replace, usePaged } from '../api/paged.ts'
import { readQuery } from '../api/read-query.ts'
import { useChange } from '../api/use-change.ts'
import { mailsPerPage, refreshNewest } from './refresh-mails.ts'

/** While mails are being delivered and the page is visible. */
const pollIntervalMs = 3000
/** While delivery is paused. */
const pausedPollIntervalMs = 15_000
/** For failed attempts, which change no count. */
const attemptPollIntervalMs = 60_000

/** Queries that a new mail or another attempt outdates. */
export const outdatedMails = [mailKeys.queue, mailKeys.list, mailKeys.deliveries]

export const useMailQueue = () =>
  useQuery({
    ...readQuery(mail.queueStatus, mailKeys.queue, {}),
    refetchInterval: ({ state: { data } }) => {
      if (!data?.queued) return false
      return data.held ? pausedPollIntervalMs : pollIntervalMs
    },
  })

/** True once it is known that mails are saved on the server and go nowhere. */
export const useIsMailUnset = () => useMailQueue().data?.is_set === false

export const useRetryQueue = () =>
  useChange(
    () => call(mail.retryQueued, {}),
    outdatedMails,
    (client, queue) => client.setQueryData(mailKeys.queue, queue),
  )

/** Mails, newest first. The newest ones are fetched again after each read of the queue. */
export function useMails({ queued, sent, saved, failed, skipped }: QueueStatus, queueReadAt: number) {
  const client = useQueryClient()
  const query = usePaged(mail.list, mailKeys.list, { query: { limit: mailsPerPage } })
  const counts = `${queued} ${sent} ${saved} ${failed} ${skipped}`
  const seen = useRef({ queueReadAt, counts })
  useEffect(() => {
    if (seen.current.queueReadAt === queueReadAt) return
    const hasMoved = seen.current.counts !== counts
    seen.current = { queueReadAt, counts }
    void refreshNewest(client, hasMoved)
  }, [client, queueReadAt, counts])
  return query
}

export function useDeliveries({ id, queued, sent, saved, failed, skipped }: Mail) {
  const query = usePaged(
    mail.deliveries,
    mailKeys.deliveriesOf(id),
    { params: { id } },
    { refetchInterval: queued > 0 ? attemptPollIntervalMs : false },
  )
  // polling ends with the last change, which shows in the counts
  const { refetch } = query
  const counts = `${queued} ${sent} ${saved} ${failed} ${skipped}`
  const seen = useRef(counts)
  useEffect(() => {
    if (seen.current === counts) return
    seen.current = counts
    void refetch()
  }, [counts, refetch])
  return query
}

export const useRetryFailed = (id: string) =>
  useChange(
    () => call(mail.retryFailed, { params: { id } }),
    outdatedMails,
    (client, mail) => client.setQueryData<PagedData<Mail>>(mailKeys.list, (mails) => mails && replace(mails, mail)),
  )
