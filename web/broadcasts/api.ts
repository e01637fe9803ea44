import { useMutation, useQuery } from '@tanstack/react-query'
import { type Broadcast, broadcasts } from '../../contract/broadcasts.ts'
import { mail } from '../../contract/mail.ts'
import { call } from '../api/call.ts'
import { mailKeys } from '../api/keys.ts'
import { readQuery } from '../api/read-query.ts'
import { useInvalidateMail } from '../mail/api.ts'

export const recipientsQuery = {
  ...readQuery(broadcasts.recipients, mailKeys.recipients, { query: { include_unsubscribed: 'true' } }),
  // the count must be current when a broadcast is sent
  refetchOnMount: 'always',
} as const

/** All active members, with the count of broadcast subscribers. */
export const useRecipients = () => useQuery(recipientsQuery)

/** `onDone` also runs if the page was left before the response. */
export function useSendBroadcast(onDone: () => void) {
  const invalidate = useInvalidateMail()
  return useMutation({
    mutationFn: (broadcast: Broadcast) => call(broadcasts.send, { body: broadcast }),
    onSuccess: onDone,
    onSettled: invalidate,
  })
}

export function useSendTest() {
  const invalidate = useInvalidateMail()
  return useMutation({ mutationFn: () => call(mail.sendTest, {}), onSuccess: invalidate })
}
