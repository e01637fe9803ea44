import * as z from 'zod/mini'
import { Reaction } from './content/reactions.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, Id, Moment, pageSize, schema, text, wholeNumber } from './fields.ts'
import { limits } from './limits.ts'

/** The answered message, as it is now. */
export const ChatQuote = schema('ChatQuote', {
  seq: z.int(),
  username: z.string(),
  /** Its beginning as plain text; null if it was deleted. */
  excerpt: z.nullable(z.string()),
  /** Number of the answered message's last change: of two quotes of it the one with the higher number is the later. */
  change: z.int(),
})
export type ChatQuote = z.output<typeof ChatQuote>

export const ChatMessage = schema('ChatMessage', {
  id: Id,
  /** In the order of commits: 1, 2, 3 … without gaps. */
  seq: z.int(),
  /** Null if the account was deleted. */
  author_id: z.nullable(Id),
  username: z.string(),
  /** Empty if it was deleted. */
  message: z.string(),
  message_type: z.literal('text'),
  created_at: Moment,
  /** Chosen by the sender; null if absent. */
  client_id: z.nullable(z.string()),
  /** The answered message's id. */
  reply_to: z.nullable(Id),
  quote: z.nullable(ChatQuote),
  edited_at: z.nullable(Moment),
  deleted_at: z.nullable(Moment),
  /**
   * Number of the last change of this message; 0 without one. Of two states of a message, but for its quote, the one with the
   * higher number is the later.
   */
  change: z.int(),
  reactions: z.array(Reaction),
})
export type ChatMessage = z.output<typeof ChatMessage>

/** For `send_message` and POST. The author is the person of the token. */
export const NewChatMessage = schema('NewChatMessage', {
  message: text({ label: 'El mensaje', max: limits.chatMessage }),
  message_type: z._default(z.literal('text', { error: 'Solo hay mensajes de texto' }), 'text'),
  client_id: ClientId,
  /** The answered message. */
  reply_to: z.nullish(Id),
})
export type NewChatMessage = z.output<typeof NewChatMessage>

const ChatMessageText = z.pick(NewChatMessage, { message: true })

/** The messages that changed after `from`, as they are after the change `to`. */
export const ChatChanges = schema('ChatChanges', {
  from: z.int(),
  to: z.int(),
  /** The newest change; when it is beyond `to`, more follow. */
  head: z.int(),
  /** By `change`. */
  messages: z.array(ChatMessage),
  /** These messages as their answers quote them: the answers themselves haven't changed. */
  quotes: z.array(ChatQuote),
})
export type ChatChanges = z.output<typeof ChatChanges>

const notASeq = 'Tiene que ser un número entero desde 0'
const Seq = z.int({ error: notASeq }).check(z.nonnegative(notASeq))
const ChangeInQuery = wholeNumber(/^\d{1,15}$/, notASeq)
/** Imported messages have 0 and below. */
const SeqInQuery = wholeNumber(/^-?\d{1,15}$/, 'Tiene que ser un número entero')

/** Last read message, and count of later messages by others up to `head`, the newest; 100 means 100 or more. */
export const ChatReading = schema('ChatReading', { seq: z.int(), unread: z.int(), head: z.int() })
export type ChatReading = z.output<typeof ChatReading>

export const chat = {
  list: endpoint('GET', '/chat/messages', 'member', {
    summary:
      'Newest messages, oldest first; `before` (an id) for earlier ones, `after` (a `seq`) for later ones, `around` (an id) for a message between up to 30 earlier and 30 later ones. The header `X-Changes` is the last change that they show for sure',
    query: z.object({
      limit: pageSize(limits.chatPage),
      before: z.optional(Id),
      after: z.optional(SeqInQuery),
      around: z.optional(Id),
    }),
    response: z.array(ChatMessage),
    paged: true,
  }),
  create: endpoint('POST', '/chat/messages', 'member', {
    summary: 'Post a message; a repeated `client_id` returns the first message',
    body: NewChatMessage,
    response: ChatMessage,
    status: 201,
  }),
  update: endpoint('PUT', '/chat/messages/:id', 'member', {
    summary:
      "Change one's own message; `If-Match` is its `edited_at`, or else `created_at`, in milliseconds, quoted: another one is 412",
    body: ChatMessageText,
    response: ChatMessage,
  }),
  remove: endpoint('DELETE', '/chat/messages/:id', 'member', {
    summary: 'Delete a message: its author or an admin. Its place stays, without the text',
  }),
  changes: endpoint('GET', '/chat/changes', 'member', {
    summary:
      'Messages that were edited, deleted or reacted to after the change `after`, in the order of changes, and the quotes of them that answers show',
    query: z.object({ after: ChangeInQuery }),
    response: ChatChanges,
  }),
  reading: endpoint('GET', '/chat/reading', 'member', {
    summary: 'Reading position of the caller, for all devices',
    response: ChatReading,
  }),
  read: endpoint('PUT', '/chat/reading', 'member', {
    summary: 'Raise the reading position; never lowers it',
    body: z.object({ seq: Seq }),
    response: ChatReading,
  }),
}
