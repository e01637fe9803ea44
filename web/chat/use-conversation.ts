import { useEffect, useMemo, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { liveState, onReconnect, subscribe } from '../api/live.ts'
import { currentSession, onSession, useMember } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { readState } from './reading/read-state.ts'
import { liveTransport, messageChanges, messageQueue } from './sync/browser.ts'
import { Conversation } from './sync/conversation.ts'
import type { Answered } from './sync/message-queue.ts'

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
function keepSynced(conversation: Conversation) {
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
  const unsubscribe = subscribe('receive_message', (message) => conversation.receive(message))
  const unsubscribeChanges = subscribe('messages_changed', (changes) => conversation.receiveChanges(changes))
  const stops = [unsubscribe, unsubscribeChanges, onReconnect(sync), onSession(sync)]
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

const actionsOf = (conversation: Conversation) => ({
  loadOlder: () => void conversation.loadOlder(),
  send: (message: string, answered?: Answered) => conversation.send(message, answered),
  loadNewer: () => conversation.loadNewer(),
  showAround: (id: string) => conversation.showAround(id),
  jumpToLatest: () => conversation.jumpToLatest(),
  setAtBottom: (isAtBottom: boolean) => conversation.setAtBottom(isAtBottom),
  reload: () => conversation.start(),
})

/** `hasArrived`: a message of the person has been stored while the page was open. */
export function useConversation() {
  const person = useMember()?.id ?? ''
  const [hasArrived, setArrived] = useState(false)
  const [{ conversation, queue, changeQueue }] = useState(() => {
    const queue = messageQueue(person)
    const conversation = new Conversation(liveTransport, { me: person, queue, onReset: () => readState.reload() })
    return { conversation, queue, changeQueue: messageChanges(person) }
  })
  useEffect(() => {
    const stop = keepSynced(conversation)
    const unsubscribe = [
      changeQueue.on({ onAnswer: (message) => conversation.showState(message) }),
      queue.on({ onStored: () => setArrived(true) }),
    ]
    conversation.start()
    return () => {
      stop()
      for (const end of unsubscribe) end()
      conversation.stop()
    }
  }, [conversation, queue, changeQueue])
  const actions = useMemo(() => actionsOf(conversation), [conversation])
  const waiting = useStore({ subscribe: changeQueue.subscribe, get: changeQueue.waiting })
  const changes = useMemo(() => new Map(waiting.map((change) => [change.id, change])), [waiting])
  const snapshot = useStore({ subscribe: conversation.subscribe, get: conversation.snapshot })
  return { snapshot, changes, queue, changeQueue, hasArrived, conversation: actions }
}
