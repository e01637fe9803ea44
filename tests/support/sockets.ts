/** Somebody at a socket, as the browser is; everything that is heard is kept, in order. */
import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished, vi } from 'vitest'
import type { ChatMessage } from '../../contract/chat.ts'
import type { Problem } from '../../contract/index.ts'
import type { OnlineUser } from '../../contract/users.ts'
import { type Community, done, type Person } from './community.ts'
import { openSocket } from './raw-http.ts'

interface Opening {
  transports?: ('polling' | 'websocket')[]
  /** What is sent as `auth` instead of the person's token. */
  auth?: object
  query?: Record<string, string> | undefined
  headers?: Record<string, string> | undefined
}
type Place = Pick<Community, 'origin'>
type Holder = { token?: string | undefined }

/** What a server does is there sooner; who waits longer has found a fault. */
const soon = { timeout: 10_000, interval: 10 }

/** Waits until the assertions hold. */
export const until = (assert: () => unknown, timeout = soon.timeout) => vi.waitFor(assert, { ...soon, timeout })

function connect({ origin }: Place, { token }: Holder, { transports = ['websocket'], ...more }: Opening) {
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

/** What a handshake is refused with; fails when it isn't. */
export async function refusalOf(place: Place, person: Holder, opening: Opening = {}) {
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

/** Opens a socket, for the length of the test. */
export async function opensSocket(place: Place, person: Holder, opening: Opening = {}) {
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
    /** What was heard under this name, in order. */
    of,
    messages: () => of<ChatMessage>('receive_message'),
    texts: () => of<ChatMessage>('receive_message').map(({ message }) => message),
    /** The names of who is online, as it was told last. */
    online: () =>
      of<OnlineUser[]>('users_online_update')
        .at(-1)
        ?.map(({ name }) => name),
    emit: (event: string, ...args: unknown[]) => void socket.emit(event, ...args),
    /** Sends something and gives what it is acknowledged with. */
    asks: (event: string, ...args: unknown[]): Promise<unknown> => socket.timeout(10_000).emitWithAck(event, ...args),
    /** Sends a message and gives what is stored, or what it is refused with. */
    says: (message: unknown, more: object = {}): Promise<ChatMessage & Problem> =>
      socket.timeout(10_000).emitWithAck('send_message', { message, message_type: 'text', ...more }),
    isOpen: () => socket.connected,
    /** When the line was cut, from whichever side. */
    gone,
    close: async () => {
      socket.disconnect()
      await gone
    },
  }
}

export type OpenSocket = Awaited<ReturnType<typeof opensSocket>>

/** Waits until somebody's socket was cut; fails when that takes longer. */
export const isCut = (socket: OpenSocket, within: number) => until(() => expect(socket.isOpen()).toBe(false), within)

/** People whom nothing has happened to yet, and something to hear. */
export function passersby(community: Community, witness: Person) {
  let count = 0
  return {
    newcomer: () => community.signIn(`Visita ${++count}`),
    /** Something was said in the chat, and the witness's socket has heard it. */
    async somethingIsSaid() {
      const socket = await opensSocket(community, witness)
      const message = `algo ${++count}`
      done(await witness.post('/chat/messages', { message }))
      await until(() => expect(socket.texts()).toContain(message))
      await socket.close()
      return message
    },
  }
}

/** A WebSocket on which packets are written as they are. */
export async function opensLine({ origin }: Place) {
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
    /** Every packet that came, but for the pings. */
    heard: () => heard.filter((packet) => packet !== '2'),
    send: (packet: string) => socket.send(packet),
    isOpen: () => isOpen,
  }
}

const upgrade = 'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n'

/** The status of a handshake's first answer, with exactly these headers beside what it needs. */
export async function knock(
  port: number,
  transport: 'polling' | 'websocket',
  headers: Record<string, string>,
  query = '',
): Promise<number> {
  const { socket, sofar } = await openSocket(port)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const more =
    transport === 'polling' ? 'connection: close\r\n' : `${upgrade}sec-websocket-key: ${'A'.repeat(22)}==\r\n`
  const host = 'host' in headers ? '' : `host: 127.0.0.1:${port}\r\n`
  socket.write(`GET /socket.io/?EIO=4&transport=${transport}${query} HTTP/1.1\r\n${host}${more}${lines.join('')}\r\n`)
  await until(() => expect(sofar()).toMatch(/^HTTP\/1\.1 \d{3} /))
  socket.destroy()
  return Number(sofar().slice(9, 12))
}
