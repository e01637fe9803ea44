import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ClientId, Flag, Id, line, schema, TrueOrFalse, text } from './fields.ts'
import { limits } from './limits.ts'

export const Recipient = schema('Recipient', { id: Id, name: z.string(), email: z.string(), subscribed: z.boolean() })
export type Recipient = z.output<typeof Recipient>

const bothRequired = 'Por favor, completa tanto el asunto como el mensaje'

export const Broadcast = schema('Broadcast', {
  subject: line({ label: 'El asunto', max: limits.broadcastSubject, required: bothRequired }),
  message: text({ label: 'El mensaje', max: limits.broadcastMessage, required: bothRequired }),
  include_unsubscribed: z._default(TrueOrFalse, false),
  client_id: ClientId,
})
export type Broadcast = z.output<typeof Broadcast>

export const broadcasts = {
  recipients: endpoint('GET', '/notifications/admin/recipients', 'admin', {
    summary: 'Recipients of a broadcast, by name',
    query: z.object({ include_unsubscribed: z._default(Flag, false) }),
    response: z.object({ subscribed_count: z.int(), total_users: z.int(), users: z.array(Recipient) }),
  }),
  send: endpoint('POST', '/notifications/admin/broadcast', 'admin', {
    confirms: true,
    summary: 'Send a broadcast; `sent_count` is the count of queued mails',
    body: Broadcast,
    response: z.object({ success: z.literal(true), sent_count: z.int(), message: z.string() }),
  }),
}
