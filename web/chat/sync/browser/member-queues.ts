// The signed-in person's queues. They outlive the pages, so that what was written is sent from any page.
import { type ChatMessage, chat } from '../../../../contract/chat.ts'
import { CallError, call, versionOf } from '../../../api/call.ts'
import { onReconnect, subscribe } from '../../../api/live.ts'
import { currentSession, onSession, whenSignedOut } from '../../../api/session.ts'
import type { ChangeQueue } from '../../../api/unsent/change-queue.ts'
import type { Refusal } from '../../../api/unsent/retry.ts'
import { setUnloadWarning } from '../../../ui/hooks/unload-warning.ts'
import { createMessageChangeQueue, type MessageChange } from '../message-changes.ts'
import { SendQueue } from '../send-queue.ts'
import { liveTransport, withAbort } from './live-transport.ts'
import { localChangeStorage, localUnsentStorage } from './local-unsent-storage.ts'

interface Queues {
  person: string
  messages: SendQueue
  changes: ChangeQueue<MessageChange, ChatMessage>
}
let current: Queues | undefined

/** Warns before the page is closed during sending. What was refused waits for its author and needs no warning. */
function warnWhileSending() {
  const isMessageUnsent = current?.messages.pending.some(({ isRefused }) => !isRefused)
  const isChangeUnsent = current?.changes.waiting().some(({ state }) => state === 'sending')
  setUnloadWarning('chat', Boolean(isMessageUnsent || isChangeUnsent))
}

function followSession() {
  const session = currentSession()
  if (session.phase === 'ended') {
    current?.messages.pause()
    current?.changes.stop()
  }
  if (session.phase === 'member' && session.user.id === current?.person) {
    current.messages.resume()
    current.changes.start()
  }
}

function retryNow() {
  current?.messages.retryNow()
  current?.changes.retryNow()
}

function stop() {
  current?.messages.stop()
  current?.changes.stop()
}

/** A deletion that was already done is 204 too. */
async function sendChange({ id, message, version }: MessageChange) {
  const params = { id }
  if (message === null) return void (await withAbort((signal) => call(chat.remove, { params, signal })))
  const ifMatch = version && versionOf(version)
  return withAbort((signal) => call(chat.update, { params, body: { message }, ifMatch, signal }))
}

const readMessage = async (id: string) => (await liveTransport.list({ around: id, limit: 1 })).messages[0]

/** A person's queues, with what earlier visits left; the same object while the person is signed in. */
export function memberQueues(person: string): Queues {
  if (current?.person === person) return current
  stop()
  const toError = ({ status, problem }: Refusal) => new CallError(status, problem)
  const messages = new SendQueue(liveTransport, { storage: localUnsentStorage(person), toError })
  const changes = createMessageChangeQueue({
    send: sendChange,
    read: readMessage,
    storage: localChangeStorage(person),
    toError,
  })
  current = { person, messages, changes }
  messages.subscribe({ onChange: warnWhileSending })
  changes.subscribe(warnWhileSending)
  messages.start()
  changes.start()
  return current
}

whenSignedOut(() => {
  stop()
  current = undefined
  warnWhileSending()
})
onSession(followSession)
onReconnect(retryNow)
addEventListener('online', retryNow)
subscribe('receive_message', (message) => {
  if (message.client_id && message.author_id === current?.person)
    current.messages.markStored(message.client_id, message)
})
