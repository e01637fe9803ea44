// The one live connection of a signed-in page. Features hear and tell here, whether it is there or not; the client that
// speaks the protocol comes with the first sign-in (live-socket.ts).
import { useSyncExternalStore } from 'react'
import type { ChatMessage } from '../../contract/chat.ts'
import type { ServerEvents, Watched } from '../../contract/realtime.ts'
import { CallError } from './call.ts'
import type { Line } from './live-socket.ts'
import { currentSession, currentToken, onSession } from './session.ts'

export type LiveState = 'off' | 'connecting' | 'connected' | 'disconnected'
export interface LiveMessage {
  message: string
  client_id: string
}

/** Milliseconds until the client is asked for again when it didn't load. */
const loadAgainAfter = 10_000

let state: LiveState = 'off'
let line: Line | undefined
/** What the line is open with; null when there is none. */
let token: string | null = null
let watched: Watched | null = null
let hasStarted = false
const listeners = new Set<() => void>()
const connectedHearers = new Set<() => void>()
const hearers = new Map<keyof ServerEvents, Set<(...said: unknown[]) => void>>()

export const liveState = () => state

function become(next: LiveState) {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

async function open(opened: string) {
  try {
    const { openLine } = await import('./live-socket.ts')
    if (token !== opened) return
    line = openLine({
      onState: become,
      onConnected: () => {
        if (watched) line?.watch(watched)
        for (const hear of connectedHearers) hear()
      },
      onEvent: (event, said) => {
        for (const hear of hearers.get(event) ?? []) hear(...said)
      },
    })
  } catch {
    // a new version is just being put there, or the network is gone
    setTimeout(() => token === opened && void open(opened), loadAgainAfter)
  }
}

/** Open as long as somebody is signed in, anew when it is with another token. */
function follow() {
  const next = currentSession().phase === 'member' ? currentToken() : null
  if (next === token) return
  token = next
  line?.close()
  line = undefined
  become(token === null ? 'off' : 'connecting')
  if (token !== null) void open(token)
}

/** Follows the session from now on; once is enough. */
export function startLive() {
  if (hasStarted) return
  hasStarted = true
  onSession(follow)
  follow()
  addEventListener('pagehide', () => line?.leave())
  addEventListener('pageshow', ({ persisted }) => line?.comeBack(persisted))
  addEventListener('online', () => line?.hurry())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') line?.hurry()
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useLive = () => useSyncExternalStore(subscribe, liveState)

/** Hears an event of the server from now on, through all connections. */
export function onLive<E extends keyof ServerEvents>(event: E, hear: ServerEvents[E]) {
  const all = hearers.get(event) ?? new Set()
  hearers.set(event, all)
  // one of its own, so that hearing twice is hearing twice
  const own = (...said: unknown[]) => (hear as (...said: unknown[]) => void)(...said)
  all.add(own)
  return () => void all.delete(own)
}

/** At every connection and reconnection: what was said meanwhile was missed. */
export function onConnected(hear: () => void) {
  connectedHearers.add(hear)
  return () => void connectedHearers.delete(hear)
}

/** Says something that is worth nothing later: without a connection it isn't said. */
export function tell(event: 'typing') {
  if (state === 'connected') line?.tell(event)
}

/** What the server's `comments_changed` is wanted of; said again after a reconnection. */
export function watch(next: Watched | null) {
  watched = next
  if (state === 'connected') line?.watch(next)
}

/** Answers the stored message; refused with a `CallError`, status 0 without connection or answer. */
export async function emitMessage(message: LiveMessage): Promise<ChatMessage> {
  if (!line) throw new CallError(0)
  return await line.sendMessage(message)
}
