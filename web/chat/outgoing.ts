// What is being sent. It lives beside the pages, so that one can walk on meanwhile.
import { CallError } from '../api/call.ts'
import { onConnected, onLive } from '../api/live.ts'
import { currentSession, onSession, whenSignedOut } from '../api/session.ts'
import { liveWire } from './live-wire.ts'
import { inBrowser } from './outbox.ts'
import { Sender } from './sender.ts'
import type { Refusal } from './wire.ts'

let current: { person: string; sender: Sender } | undefined
let isWarning = false

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * The browser asks before a page is closed that is still sending; it would only go on at the next visit. What was
 * refused waits for its writer and asks nobody.
 */
function warnWhilePending() {
  const isPending = current?.sender.pending.some(({ isRefused }) => !isRefused) ?? false
  if (isPending === isWarning) return
  isWarning = isPending
  if (isPending) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

function followSession() {
  const session = currentSession()
  if (session.phase === 'ended') current?.sender.pause()
  if (session.phase === 'member' && session.user.id === current?.person) current.sender.resume()
}

const hurry = () => current?.sender.hurry()

/** The sender of somebody's messages, with those of earlier visits; the same one as long as the person is signed in. */
export function senderOf(person: string): Sender {
  if (current?.person === person) return current.sender
  current?.sender.stop()
  const revive = ({ status, problem }: Refusal) => new CallError(status, problem)
  const sender = new Sender(liveWire, { keep: inBrowser(person), revive })
  current = { person, sender }
  sender.listen({ onChange: warnWhilePending })
  sender.start()
  return sender
}

whenSignedOut(() => {
  current?.sender.stop()
  current = undefined
  warnWhilePending()
})
onSession(followSession)
onConnected(hurry)
addEventListener('online', hurry)
onLive('receive_message', (message) => {
  if (message.client_id && message.author_id === current?.person) current.sender.found(message.client_id, message)
})
