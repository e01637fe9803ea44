import type { ChatMessage, ChatQuote } from '../../../contract/chat.ts'
import { isStale } from '../../api/unsent/retry.ts'
import { UnsentQueue, type UnsentQueueOptions, type Waiting } from '../../api/unsent/unsent-queue.ts'
import type { ChatTransport } from './history-sync.ts'

/** A message that is being answered. */
export interface Answered {
  id: string
  quote: Omit<ChatQuote, 'change'>
}

export interface UnsentMessage {
  /** The `client_id`. */
  id: string
  message: string
  answered?: Answered | undefined
}

export type Pending = Waiting<UnsentMessage>
export type MessageQueue = UnsentQueue<UnsentMessage, ChatMessage>

type Options<C> = Pick<UnsentQueueOptions<C, ChatMessage>, 'storage' | 'toError' | 'random'>

/** Each message is sent by HTTP and by the socket at the same time, in this order, with one `client_id`. */
export const createMessageQueue = (transport: ChatTransport, options: Options<UnsentMessage>): MessageQueue =>
  new UnsentQueue({
    ...options,
    send({ id, message, answered }) {
      const outgoing = { client_id: id, message, ...(answered && { reply_to: answered.id }) }
      const posted = transport.post(outgoing)
      return transport.isConnected() ? [posted, transport.emit(outgoing)] : [posted]
    },
    answerTimeoutMs: 10_000,
    failedAfterMs: 60_000,
  })

/** An edit or a deletion of a stored message, by its author; a deletion also by an administrator. */
export interface MessageChange {
  /** The message's id. */
  id: string
  /** The new text; null deletes the message. */
  message: string | null
  /** The moment of the version that was edited; without it any version is replaced. */
  version?: string | undefined
  /** Texts that this one took the place of: each may have been stored although its answer was lost. */
  replaced?: string[] | undefined
}

export type WaitingMessageChange = Waiting<MessageChange>
export type MessageChangeQueue = UnsentQueue<MessageChange, ChatMessage>

interface MessageChangeOptions extends Options<MessageChange> {
  send: (change: MessageChange) => Promise<ChatMessage | undefined>
  /** The message as it is stored now. */
  read: (id: string) => Promise<ChatMessage | undefined>
}

/** Replaced texts that are kept for a person who edits again and again without a network. */
const maxReplaced = 5

/** The answer to an edit is the message; to a deletion there is none. */
export function createMessageChangeQueue({ send, read, ...options }: MessageChangeOptions): MessageChangeQueue {
  /** Refused because of the person's own earlier edit, it is sent once more with the version that it made. */
  async function sendAfterOwn(change: MessageChange) {
    try {
      return await send(change)
    } catch (error) {
      const stored = isStale(error) && change.replaced ? await read(change.id) : undefined
      if (!stored?.edited_at || !change.replaced?.includes(stored.message)) throw error
      return await send({ ...change, version: stored.edited_at })
    }
  }
  return new UnsentQueue({
    ...options,
    send: (change) => [sendAfterOwn(change)],
    // the person hasn't seen another version since the earlier change
    replace: (later, { version, message, replaced = [] }) => ({
      ...later,
      version,
      replaced: message === null ? replaced : [...replaced, message].slice(-maxReplaced),
    }),
    rebase: (later, stored) => ({ ...later, version: stored?.edited_at ?? undefined, replaced: undefined }),
    // whatever the message's version is now
    forRetry: ({ id, message }) => ({ id, message }),
  })
}
