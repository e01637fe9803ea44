import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { liveState, onConnected, onLive } from '../api/live.ts'
import { currentSession, onSession, useMember } from '../api/session.ts'
import { Conversation } from './conversation.ts'
import { liveWire } from './live-wire.ts'
import { senderOf } from './outgoing.ts'
import { readAnew } from './unread.ts'

/** Milliseconds between two looks for what may have been missed: without the live connection, and with it. */
const lookEvery = { disconnected: 15_000, connected: 60_000 }

// by two clocks: that of the day may be set back, the page's may stand still while the machine sleeps
const now = () => ({ day: Date.now(), page: performance.now() })
const passedSince = ({ day, page }: ReturnType<typeof now>) => Math.max(Date.now() - day, performance.now() - page)

/** Looks whenever something may have been missed: after a connection, sleep, another tab, a new session, or a while. */
function keepLevel(conversation: Conversation) {
  let looked = now()
  const look = () => {
    // nobody answers without one; when it is back it is looked again
    if (currentSession().phase !== 'member') return
    looked = now()
    conversation.reconnected()
  }
  const lookWhenSeen = () => document.visibilityState === 'visible' && look()
  const timer = setInterval(() => {
    const pause = liveState() === 'connected' ? lookEvery.connected : lookEvery.disconnected
    if (passedSince(looked) >= pause) look()
  }, lookEvery.disconnected)
  const hear = onLive('receive_message', (message) => conversation.receive(message))
  const stops = [hear, onConnected(look), onSession(look)]
  document.addEventListener('visibilitychange', lookWhenSeen)
  addEventListener('pageshow', look)
  addEventListener('online', look)
  return () => {
    clearInterval(timer)
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', lookWhenSeen)
    removeEventListener('pageshow', look)
    removeEventListener('online', look)
  }
}

const actionsOf = (conversation: Conversation) => ({
  loadOlder: () => conversation.loadOlder(),
  send: (message: string) => conversation.send(message),
  retry: (client_id: string) => conversation.retry(client_id),
  discard: (client_id: string) => conversation.discard(client_id),
  loadNewer: () => conversation.loadNewer(),
  toNewest: () => conversation.toNewest(),
  stand: (isAtEnd: boolean) => conversation.stand(isAtEnd),
  /** The first page again, when it failed. */
  reload: () => conversation.start(),
})

/** The conversation as the signed-in person sees it, for as long as the page is open. */
export function useConversation() {
  const person = useMember()?.id
  const [conversation] = useState(() => {
    const sender = person === undefined ? undefined : senderOf(person)
    return new Conversation(liveWire, { me: person ?? '', sender, onAnew: readAnew })
  })
  useEffect(() => {
    const stop = keepLevel(conversation)
    conversation.start()
    return () => {
      stop()
      conversation.stop()
    }
  }, [conversation])
  const actions = useMemo(() => actionsOf(conversation), [conversation])
  return { snapshot: useSyncExternalStore(conversation.subscribe, conversation.snapshot), ...actions }
}
