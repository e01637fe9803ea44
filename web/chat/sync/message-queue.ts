import type { ChatMessage, ChatQuote } from '../../../contract/chat.ts'
import { UnsentQueue, type UnsentQueueOptions, type Waiting } from '../../api/unsent/unsent-queue.ts'
import type { ChatTransport } from './transport.ts'

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

type Options = Pick<UnsentQueueOptions<UnsentMessage, ChatMessage>, 'storage' | 'toError' | 'random'>

/** Each message is sent by HTTP and by the socket at the same time, in this order, with one `client_id`. */
export const createMessageQueue = (
  transport: Pick<ChatTransport, 'post' | 'emit' | 'isConnected'>,
  options: Options,
): MessageQueue =>
  new UnsentQueue<UnsentMessage, ChatMessage>({
    ...options,
    send({ id, message, answered }) {
      const outgoing = { client_id: id, message, ...(answered && { reply_to: answered.id }) }
      const posted = transport.post(outgoing)
      return transport.isConnected() ? [posted, transport.emit(outgoing)] : [posted]
    },
    answerTimeoutMs: 10_000,
    failedAfterMs: 60_000,
  })
