// The signed-in person's send queue. It outlives the pages, so that messages are sent from any page.
import { CallError } from '../../../api/call.ts'
import { onReconnect, subscribe } from '../../../api/live.ts'
import { currentSession, onSession, whenSignedOut } from '../../../api/session.ts'
import { setUnloadWarning } from '../../../ui/hooks/unload-warning.ts'
import { SendQueue } from '../send-queue.ts'
import type { Refusal } from '../transport.ts'
import { liveTransport } from './live-transport.ts'
import { localUnsentStorage } from './local-unsent-storage.ts'

let current: { person: string; queue: SendQueue } | undefined

/** Warns before the page is closed during sending. A refused message waits for its author and needs no warning. */
const warnWhilePending = () =>
  setUnloadWarning('chat', current?.queue.pending.some(({ isRefused }) => !isRefused) ?? false)

function followSession() {
  const session = currentSession()
  if (session.phase === 'ended') current?.queue.pause()
  if (session.phase === 'member' && session.user.id === current?.person) current.queue.resume()
}

const retryNow = () => current?.queue.retryNow()

/** A person's queue, including messages of earlier visits; the same object while the person is signed in. */
export function memberSendQueue(person: string): SendQueue {
  if (current?.person === person) return current.queue
  current?.queue.stop()
  const toError = ({ status, problem }: Refusal) => new CallError(status, problem)
  const queue = new SendQueue(liveTransport, { storage: localUnsentStorage(person), toError })
  current = { person, queue }
  queue.subscribe({ onChange: warnWhilePending })
  queue.start()
  return queue
}

whenSignedOut(() => {
  current?.queue.stop()
  current = undefined
  warnWhilePending()
})
onSession(followSession)
onReconnect(retryNow)
addEventListener('online', retryNow)
subscribe('receive_message', (message) => {
  if (message.client_id && message.author_id === current?.person) current.queue.markStored(message.client_id, message)
})
