// The live connection of a signed-in page. Features emit and subscribe here, connected or not; the protocol client
// (live-socket.ts) is loaded at the first sign-in.
import { useEffect, useEffectEvent } from 'react'
import type { ChatMessage } from '../../contract/chat.ts'
import type { ServerEvents, Watched } from '../../contract/realtime.ts'
import { CallError } from './call.ts'
import type { LiveConnection, LiveState, OutgoingMessage } from './live-socket.ts'
import { currentSession, currentToken, onSession } from './session.ts'
import { createStore, useStore } from './store.ts'
import { onNewToken } from './token-renewal.ts'

/** Delay before the next attempt to load the client. */
const reloadDelayMs = 10_000

const state = createStore<LiveState>('off')
let connection: LiveConnection | undefined
let token: string | null = null
let watched: Watched | null = null
let hasStarted = false
const reconnectListeners = new Set<() => void>()
const eventListeners = new Map<keyof ServerEvents, Set<(...values: unknown[]) => void>>()

export const liveState = state.get
export const onLiveState = state.subscribe
export const useLive = () => useStore(state)

async function open(opened: string) {
  try {
    const { openConnection } = await import('./live-socket.ts')
    if (token !== opened) return
    connection = openConnection({
      onState: state.set,
      onConnected: () => {
        const announce = () => {
          for (const listener of reconnectListeners) listener()
        }
        // what changes between a read and the watch would be missed
        if (watched) connection?.watch(watched, announce)
        else announce()
      },
      onEvent: (event, values) => {
        for (const listener of eventListeners.get(event) ?? []) listener(...values)
      },
    })
  } catch {
    // a deployment is in progress, or the network is down
    if (token === opened) state.set('disconnected')
    setTimeout(() => token === opened && void open(opened), reloadDelayMs)
  }
}

/** Connects while a person is signed in; reconnects with each new token. */
function followSession() {
  const next = currentSession().phase === 'member' ? currentToken() : null
  if (next === token) return
  token = next
  connection?.close()
  connection = undefined
  state.set(token === null ? 'off' : 'connecting')
  if (token !== null) void open(token)
}

/** Follows the session; repeated calls have no effect. */
export function startLive() {
  if (hasStarted) return
  hasStarted = true
  onSession(followSession)
  followSession()
  onNewToken(() => {
    token = currentToken()
    connection?.renew()
  })
  addEventListener('pagehide', () => connection?.pageHidden())
  addEventListener('pageshow', ({ persisted }) => connection?.pageShown(persisted))
  addEventListener('offline', () => connection?.networkLost())
  addEventListener('online', () => connection?.reconnectNow())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection?.reconnectNow()
  })
}

/** Subscribes to a server event, across reconnections. */
export function subscribe<E extends keyof ServerEvents>(event: E, listener: ServerEvents[E]) {
  const listeners = eventListeners.get(event) ?? new Set()
  eventListeners.set(event, listeners)
  // a wrapper, so that the same listener can subscribe twice
  const own = (...values: unknown[]) => (listener as (...values: unknown[]) => void)(...values)
  listeners.add(own)
  return () => void listeners.delete(own)
}

/** Subscribes to every connection, including the first: earlier events were missed. */
export function onReconnect(listener: () => void) {
  reconnectListeners.add(listener)
  return () => void reconnectListeners.delete(listener)
}

/** Calls the listener at each event, and `missed` at every connection: earlier events were not announced. */
export function useSignal<E extends keyof ServerEvents>(
  event: E,
  listener: ServerEvents[E],
  { missed }: { missed?: () => void } = {},
) {
  const onEvent = useEffectEvent(listener)
  const onMissed = useEffectEvent(() => missed?.())
  useEffect(() => {
    const stops = [subscribe(event, onEvent), onReconnect(() => onMissed())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [event])
}

/** Emits an event that is dropped without a connection. */
export function emitVolatile(event: 'typing') {
  if (state.get() === 'connected') connection?.emitVolatile(event)
}

/** Sets the post whose `comments_changed` events the server sends; repeated after a reconnection. */
export function watch(next: Watched | null) {
  watched = next
  if (state.get() === 'connected') connection?.watch(next)
}

/** Resolves to the stored message; rejects with a `CallError`, with status 0 without connection or response. */
export async function emitMessage(message: OutgoingMessage): Promise<ChatMessage> {
  if (!connection) throw new CallError(0)
  return await connection.sendMessage(message)
}
