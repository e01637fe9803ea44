import { useQuery } from '@tanstack/react-query'
import { type Broadcast, broadcasts } from '../../contract/broadcasts.ts'
import { mail } from '../../contract/mail.ts'
import { call } from '../api/call.ts'
import { mailKeys } from '../api/keys.ts'
import { readQuery } from '../api/read-query.ts'
import { useChange } from '../api/use-change.ts'
import { outdatedMails } from '../mail/api.ts'

export const recipientsQuery = {
  ...readQuery(broadcasts.recipients, mailKeys.recipients, { query: { include_unsubscribed: 'true' } }),
  // the count must be current when a broadcast is sent
  refetchOnMount: 'always',
} as const

/** All active members, with the count of broadcast subscribers. */
export const useRecipients = () => useQuery(recipientsQuery)

/** `onDone` also runs if the page was left before the response. */
export const useSendBroadcast = (onDone: () => void) =>
  useChange((broadcast: Broadcast) => call(broadcasts.send, { body: broadcast }), outdatedMails, onDone)

export const useSendTest = () => useChange(() => call(mail.sendTest, {}), outdatedMails)
