// The network of a browser and its events, and the queues of a person that outlive the page of the chat.
import { chat } from '../../../contract/chat.ts'
import { limits } from '../../../contract/limits.ts'
import { CallError, call, versionOf } from '../../api/call.ts'
import { emitMessage, liveState, onReconnect, subscribe } from '../../api/live.ts'
import { currentPerson, currentSession, onSession } from '../../api/session.ts'
import { queueOfMember } from '../../api/unsent/queue-of-member.ts'
import { answerTimeoutMs } from '../../api/unsent/retry.ts'
import type { Waiting } from '../../api/unsent/unsent-queue.ts'
import { setUnloadWarning } from '../../ui/hooks/unload-warning.ts'
import type { Conversation } from './conversation.ts'
import type { ChatTransport } from './history-sync.ts'
import { createMessageChangeQueue, createMessageQueue, type MessageChange, type UnsentMessage } from './queues.ts'

/** Aborts a slow request; every failure is a `CallError`. */
async function withAbort<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(answerTimeoutMs)
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

export const messageQueue = queueOfMember({
  kind: 'chat-outbox',
  read: readMessage,
  make: (options) => createMessageQueue(liveTransport, options),
  onChange: warnWhileSending('chat-messages'),
})

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

export const messageChanges = queueOfMember({
  kind: 'chat-changes',
  read: readChange,
  make: (options) => createMessageChangeQueue({ send: sendChange, read: readStored, ...options }),
  onChange: warnWhileSending('chat-changes'),
})

/** Sends what a person left unsent on an earlier visit. */
export function startQueues(person: string) {
  messageQueue(person)
  messageChanges(person)
}

/** Poll intervals without and with the live connection. */
const pollIntervalMs = { disconnected: 15_000, connected: 60_000 }

// two clocks: the wall clock may be set back, the page's may stop while the computer sleeps
const now = () => ({ wall: Date.now(), page: performance.now() })
const passedSince = ({ wall, page }: ReturnType<typeof now>) => Math.max(Date.now() - wall, performance.now() - page)

/** Puts the messages that came over the live connection into the worker's store, which hears answers only. */
function keepNewestPage() {
  if (navigator.serviceWorker?.controller) liveTransport.list({ limit: limits.chatPage }).catch(() => {})
}

/**
 * Resyncs after anything that can miss messages: a reconnection, sleep, another tab, a new session, a poll interval.
 */
export function keepSynced(conversation: Conversation) {
  const listeners = new AbortController()
  let lastSync = now()
  const sync = () => {
    // requests fail without a session; the next session syncs again
    if (currentSession().phase !== 'member') return
    lastSync = now()
    conversation.resync()
  }
  const timer = setInterval(() => {
    const intervalMs = liveState() === 'connected' ? pollIntervalMs.connected : pollIntervalMs.disconnected
    if (passedSince(lastSync) >= intervalMs) sync()
  }, pollIntervalMs.disconnected)
  const stops = [
    subscribe('receive_message', (message) => conversation.receive(message)),
    subscribe('messages_changed', (changes) => conversation.receiveChanges(changes)),
    onReconnect(sync),
    onSession(sync),
  ]
  const syncWhenVisible = () => (document.visibilityState === 'visible' ? sync() : keepNewestPage())
  document.addEventListener('visibilitychange', syncWhenVisible, listeners)
  addEventListener('pageshow', sync, listeners)
  addEventListener('online', sync, listeners)
  return () => {
    clearInterval(timer)
    listeners.abort()
    for (const stop of stops) stop()
  }
}
