// The network of a browser, and the queues of a person that outlive the page of the chat.
import { chat } from '../../../contract/chat.ts'
import { CallError, call, versionOf } from '../../api/call.ts'
import { emitMessage, liveState, subscribe } from '../../api/live.ts'
import { currentPerson } from '../../api/session.ts'
import { localUnsent } from '../../api/unsent/local-unsent.ts'
import { queueOfMember, toCallError as toError } from '../../api/unsent/queue-of-member.ts'
import type { Waiting } from '../../api/unsent/unsent-queue.ts'
import { setUnloadWarning } from '../../ui/hooks/unload-warning.ts'
import { createMessageChangeQueue, type MessageChange } from './message-changes.ts'
import { createMessageQueue, type UnsentMessage } from './message-queue.ts'
import { type ChatTransport, listTimeoutMs } from './transport.ts'

/** Aborts a slow request; every failure is a `CallError`. */
async function withAbort<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(listTimeoutMs)
  try {
    return await request(signal)
  } catch (error) {
    throw error instanceof CallError ? error : new CallError(0)
  }
}

export const liveTransport: ChatTransport = {
  list: ({ limit, before, after, around }) =>
    withAbort(async (signal) => {
      const query = { limit: limit?.toString(), before, after: after?.toString(), around }
      const { items, total, next, changes = 0, isStored = false } = await call(chat.list, { query, signal })
      return { messages: items, total, hasMore: next !== null, changes, isStored }
    }),
  changes: (after) => withAbort((signal) => call(chat.changes, { query: { after: `${after}` }, signal })),
  post: (outgoing) => withAbort((signal) => call(chat.create, { body: { ...outgoing, message_type: 'text' }, signal })),
  emit: emitMessage,
  isConnected: () => liveState() === 'connected',
}

/** Warns before the page is closed during sending. What was refused waits for its author and needs no warning. */
const warnWhileSending = (reason: string) => (waiting: readonly Waiting<{ id: string }>[]) =>
  setUnloadWarning(
    reason,
    waiting.some(({ state, isRefused }) => state !== 'done' && !isRefused),
  )

const readMessage = ({ message, answered }: Partial<UnsentMessage>) =>
  typeof message === 'string' ? { message, ...(answered && { answered }) } : undefined

export const messageQueue = queueOfMember((person) => {
  const storage = localUnsent<UnsentMessage>(person, 'chat-outbox', readMessage)
  return createMessageQueue(liveTransport, { storage, toError })
}, warnWhileSending('chat-messages'))

subscribe('receive_message', (message) => {
  const { client_id, author_id } = message
  if (client_id && author_id && author_id === currentPerson()) messageQueue(author_id).markStored(client_id, message)
})

/** A deletion that was already done is 204 too. */
async function sendChange({ id, message, version }: MessageChange) {
  const params = { id }
  if (message === null) return void (await withAbort((signal) => call(chat.remove, { params, signal })))
  const ifMatch = version && versionOf(version)
  return withAbort((signal) => call(chat.update, { params, body: { message }, ifMatch, signal }))
}

const readStored = async (id: string) => (await liveTransport.list({ around: id, limit: 1 })).messages[0]

const readChange = ({ message, version, replaced }: Partial<MessageChange>) =>
  message === undefined ? undefined : { message, version, replaced }

export const messageChanges = queueOfMember((person) => {
  const storage = localUnsent<MessageChange>(person, 'chat-changes', readChange)
  return createMessageChangeQueue({ send: sendChange, read: readStored, storage, toError })
}, warnWhileSending('chat-changes'))

/** Sends what a person left unsent on an earlier visit. */
export function startQueues(person: string) {
  messageQueue(person)
  messageChanges(person)
}
