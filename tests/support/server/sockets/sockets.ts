/** Sockets as browsers open them; all received events are recorded in order. */
import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished, vi } from 'vitest'
import type { ChatMessage } from '../../../../contract/chat.ts'
import type { Problem } from '../../../../contract/index.ts'
import type { OnlineUser } from '../../../../contract/presence.ts'
import { openRawWebSocket, type RawWebSocket } from '../../../../tools/websocket-connection.ts'
import { type Community, expectDone, type Person } from '../community.ts'
import { openTcp } from './raw-http.ts'

interface SocketOptions {
  transports?: ('polling' | 'websocket')[]
  /** Sent as `auth` instead of the person's token. */
  auth?: object
  query?: Record<string, string> | undefined
  headers?: Record<string, string> | undefined
}
type Server = Pick<Community, 'origin'>
type TokenHolder = { token?: string | undefined }

/** Far longer than the server needs, for busy machines. */
const waitOptions = { timeout: 30_000, interval: 10 }

export const until = <T>(assert: () => T | Promise<T>, timeout = waitOptions.timeout) =>
  vi.waitFor(assert, { ...waitOptions, timeout })

function connect({ origin }: Server, { token }: TokenHolder, { transports = ['websocket'], ...more }: SocketOptions) {
  const socket: Socket = io(origin, {
    auth: more.auth ?? { token },
    transports,
    query: more.query ?? {},
    extraHeaders: more.headers ?? {},
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void socket.disconnect())
  return socket
}

/** The refusal of a handshake; fails if it is accepted. */
export async function refusalOf(place: Server, person: TokenHolder, opening: SocketOptions = {}) {
  const socket = connect(place, person, opening)
  const heard: unknown[] = []
  socket.onAny((...event) => heard.push(event))
  const refusal = await new Promise<string>((resolve, reject) => {
    socket.once('connect_error', ({ message }) => resolve(message))
    socket.once('connect', () => reject(new Error('it was let in')))
  })
  expect(heard).toEqual([])
  return refusal
}

/** Opens a socket until the end of the test. */
export async function openMemberSocket(place: Server, person: TokenHolder, opening: SocketOptions = {}) {
  const socket = connect(place, person, opening)
  const heard: { event: string; args: unknown[] }[] = []
  socket.onAny((event, ...args) => heard.push({ event, args }))
  const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const of = <T>(event: string) => heard.filter((one) => one.event === event).map(({ args }) => args[0] as T)
  return {
    heard,
    /** The first arguments of all events with this name. */
    of,
    /**
     * The messages after this number, in order of arrival. On PostgreSQL a new socket may also get messages that were
     * sent just before it opened.
     */
    messages: (after = 0) => of<ChatMessage>('receive_message').filter(({ seq }) => seq > after),
    texts: (after = 0) => of<ChatMessage>('receive_message').flatMap((one) => (one.seq > after ? [one.message] : [])),
    /** Names in the last event about online people. */
    online: () =>
      of<OnlineUser[]>('users_online_update')
        .at(-1)
        ?.map(({ name }) => name),
    emit: (event: string, ...args: unknown[]) => void socket.emit(event, ...args),
    /** Emits an event and returns its acknowledgement. */
    asks: (event: string, ...args: unknown[]): Promise<unknown> => socket.timeout(30_000).emitWithAck(event, ...args),
    /** Sends a message; returns it as stored, or the refusal. */
    says: (message: unknown, more: object = {}): Promise<ChatMessage & Problem> =>
      socket.timeout(30_000).emitWithAck('send_message', { message, message_type: 'text', ...more }),
    isOpen: () => socket.connected,
    /** Resolves when the connection is closed, by either side. */
    gone,
    close: async () => {
      socket.disconnect()
      await gone
    },
  }
}

export type OpenSocket = Awaited<ReturnType<typeof openMemberSocket>>

/**
 * Fails if the socket isn't cut within the time, counted in checks of 10 ms: a busy machine delays these with the server.
 * Returns the milliseconds counted.
 */
export async function expectCut(socket: OpenSocket, withinMs: number) {
  let checks = 0
  await until(() => {
    checks++
    expect(socket.isOpen()).toBe(false)
  })
  const waitedMs = checks * waitOptions.interval
  expect(waitedMs).toBeLessThanOrEqual(withinMs)
  return waitedMs
}

/** New people, and messages that reach them: shows that the server still serves others. */
export function createBystanders(community: Community, witness: Person) {
  let count = 0
  return {
    createPerson: () => community.signIn(`Visita ${++count}`),
    /** Sends a message that has to reach the witness's socket. */
    async expectMessageDelivered() {
      const socket = await openMemberSocket(community, witness)
      const message = `algo ${++count}`
      expectDone(await witness.post('/chat/messages', { message }))
      await until(() => expect(socket.texts()).toContain(message))
      await socket.close()
      return message
    },
  }
}

/** A WebSocket that sends packets unchanged. */
export async function openRawSocket({ origin }: Server) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const heard: string[] = []
  let isOpen = true
  socket.addEventListener('message', ({ data }) => heard.push(String(data)))
  socket.addEventListener('close', () => {
    isOpen = false
  })
  socket.addEventListener('error', () => {})
  onTestFinished(() => socket.close())
  await once(socket, 'open')
  return {
    /** All received packets except pings. */
    heard: () => heard.filter((packet) => packet !== '2'),
    send: (packet: string) => socket.send(packet),
    isOpen: () => isOpen,
  }
}

/** A WebSocket that sends frames unchanged, of a signed-in member; `onText` hears what comes after the welcome. */
export async function openRawMember(port: number, { token }: TokenHolder, onText: (text: Buffer) => void = () => {}) {
  const welcome = Promise.withResolvers<void>()
  const connection: RawWebSocket = openRawWebSocket({
    port,
    onText(text) {
      if (text[0] === 0x30) connection.send(`40${JSON.stringify({ token })}`)
      else if (text.toString('latin1', 0, 2) === '40') welcome.resolve()
      else onText(text)
    },
  })
  onTestFinished(() => void connection.socket.destroy())
  await Promise.race([welcome.promise, connection.closed.then(() => Promise.reject(new Error('not let in')))])
  return connection
}

const upgrade = `connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${'A'.repeat(22)}==\r\n`

/** The status of a handshake with these headers in addition to the necessary ones. */
export async function handshakeStatus(port: number, transport: 'polling' | 'websocket', headers: object) {
  const { socket, received } = await openTcp(port)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const more = `${transport === 'websocket' ? upgrade : ''}${lines.join('')}`
  socket.write(`GET /socket.io/?EIO=4&transport=${transport} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${more}\r\n`)
  await until(() => expect(received()).toMatch(/^HTTP\/1\.1 \d{3} /))
  socket.destroy()
  return Number(received().slice(9, 12))
}
