/** The live connection in the hand of a test: it opens, breaks off and brings events as the test says. */
import { afterEach, expect, vi } from 'vitest'
import type { ServerEvents } from '../../../contract/realtime.ts'

type Listener = (...values: unknown[]) => void
const listeners = new Map<string, Listener>()

/** What the page has sent over it. */
export const sentLive: unknown[][] = []

const socket = {
  connected: false,
  active: true,
  on: (event: string, listener: Listener) => void listeners.set(event, listener),
  onAny: (listener: Listener) => void listeners.set('any', listener),
  connect: () => socket,
  disconnect() {
    if (socket.connected) endWith('io client disconnect')
    return socket
  },
  emit(...sent: unknown[]) {
    sentLive.push(sent)
    // from now on the server tells of the comments of that post
    if (sent[0] === 'watch') (sent.at(-1) as () => void)()
  },
  /** A message gets no answer: it is stored by HTTP. */
  emitWithAck: (...sent: unknown[]) => Promise.reject(new Error(`lost: ${sentLive.push(sent)}`)),
}
vi.mock('socket.io-client', () => ({ io: () => Object.assign(socket, { volatile: socket, timeout: () => socket }) }))

afterEach(() => {
  socket.connected = false
  listeners.clear()
  sentLive.length = 0
})

export async function connect() {
  await expect.poll(() => listeners.get('connect')).toBeDefined()
  socket.connected = true
  listeners.get('connect')?.()
}

function endWith(reason: string) {
  socket.connected = false
  listeners.get('disconnect')?.(reason)
}

export const breakOff = () => endWith('transport close')

/** An event of the server. */
export const happens = <E extends keyof ServerEvents>(event: E, ...values: Parameters<ServerEvents[E]>) =>
  listeners.get('any')?.(event, ...values)
