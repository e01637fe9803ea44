import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ClientId, Id, Moment, pageSize, text } from './fields.ts'
import { limits } from './limits.ts'

export const ChatMessage = z
  .object({
    id: Id,
    /** The order in which messages were committed: 1, 2, 3 … without gaps. */
    seq: z.int(),
    /** Null when the account was deleted. */
    author_id: z.nullable(Id),
    username: z.string(),
    message: z.string(),
    message_type: z.literal('text'),
    created_at: Moment,
    /** What the sender called it before it had an id; null when they called it nothing. */
    client_id: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'ChatMessage' })
export type ChatMessage = z.output<typeof ChatMessage>

/** What `send_message` and POST take; the author is who the token belongs to, whatever else is in it. */
export const NewChatMessage = z
  .object({
    message: text({ what: 'El mensaje', max: limits.chatMessage }),
    message_type: z._default(z.literal('text', { error: 'Solo hay mensajes de texto' }), 'text'),
    /** One for each message of a person, for ever: sent again, by either way, it is the same message. */
    client_id: z.nullish(ClientId),
  })
  .register(z.globalRegistry, { id: 'NewChatMessage' })
export type NewChatMessage = z.output<typeof NewChatMessage>

const notASeq = 'Tiene que ser un número entero desde 0'
const Seq = z.int({ error: notASeq }).check(z.nonnegative(notASeq))
const SeqInQuery = z.pipe(
  z.string({ error: notASeq }).check(z.regex(/^\d{1,15}$/, notASeq)),
  z.transform((digits: string) => Number(digits)),
)

/**
 * How far somebody has read, and how many messages of others came after that, up to `head`, the newest; 100 stands for
 * 100 and more.
 */
export const ChatReading = z
  .object({ seq: z.int(), unread: z.int(), head: z.int() })
  .register(z.globalRegistry, { id: 'ChatReading' })
export type ChatReading = z.output<typeof ChatReading>

export const chat = {
  list: endpoint({
    method: 'GET',
    path: '/chat/messages',
    access: 'member',
    summary: 'The newest messages, oldest first; `before` an id the ones before it, `after` a `seq` those that follow',
    query: z.object({
      limit: pageSize(limits.chatPage),
      before: z.optional(Id),
      after: z.optional(SeqInQuery),
    }),
    response: z.array(ChatMessage),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/chat/messages',
    access: 'member',
    summary: 'Say something; with a `client_id` that was used before it is the message of then',
    body: NewChatMessage,
    response: ChatMessage,
    status: 201,
  }),
  reading: endpoint({
    method: 'GET',
    path: '/chat/reading',
    access: 'member',
    summary: 'How far one has read the chat, on whatever device',
    response: ChatReading,
  }),
  read: endpoint({
    method: 'PUT',
    path: '/chat/reading',
    access: 'member',
    summary: 'Say how far one has read; never goes back',
    body: z.object({ seq: Seq }),
    response: ChatReading,
  }),
}
