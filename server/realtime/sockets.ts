import type { Socket as TcpSocket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import { type ClientEvents, type ServerEvents, socketPath, tooMany, unauthorized } from '../../contract/realtime.ts'
import { listLivingSessions } from '../auth/queries.ts'
import { findSignedIn, type SignedIn } from '../auth/sessions.ts'
import { buckets } from '../buckets.ts'
import { headersOfAll } from '../http/headers.ts'
import type { Services } from '../services.ts'
import { isOwnOrigin } from './origin.ts'
import { strangersAtTheDoor } from './strangers.ts'

interface SocketData {
  /** Who the token of the handshake belongs to. */
  user: SignedIn
}

export type Io = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>
/** What a socket goes over, whoever is at its other end. */
export type Line = Socket['conn']
/** The socket of somebody who is signed in: there are no others. */
export type MemberSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>

/** A message of 4,000 characters of four bytes, escaped as two \uXXXX, and some more. */
const maxPacket = 64 * 1024
/** Milliseconds in which a line's other end has to say who it is. */
const introduceWithin = 10_000
/** Sockets that one person may have open at once. */
const socketsOfPerson = 30
/** Events that one person may send; whoever sends more is cut. Writes have a limit of their own, which is said. */
const events = { burst: 300, perSecond: 30 }
/** Bytes and packets that wait for a reader who doesn't read. */
const waiting = { bytes: 2 ** 20, packets: 2000 }
/** Milliseconds between two looks at slow readers and at whether all sessions still live. */
const lookEvery = 1000

const token = /^[A-Za-z0-9_-]{43}$/

/** The room of all sockets of a person. */
export const roomOf = (userId: string) => `user ${userId}`

interface Door {
  /** The address that people open, beside the one that the request names. */
  publicUrl?: string | undefined
  https: boolean
  trustedProxies: string[]
}

/** Socket.IO on the server's own port, for members only; features listen on what this gives back. */
export function openSockets(app: FastifyInstance, services: Services, { publicUrl, https, trustedProxies }: Door): Io {
  const strangers = strangersAtTheDoor(trustedProxies)
  const io: Io = new Server(app.server, {
    path: socketPath,
    serveClient: false,
    maxHttpBufferSize: maxPacket,
    connectTimeout: introduceWithin,
    allowRequest: (request, answer) =>
      answer(null, isOwnOrigin(request.headers, publicUrl) && strangers.mayCome(request)),
  })
  // before the engine answers, refusals too
  const always = new Headers(headersOfAll({ https }))
  app.server.prependListener('request', ({ url }, response) => {
    if (url?.startsWith(`${socketPath}/`)) response.setHeaders(always)
  })

  strangers.watch(io)
  writeAtOnce(io)

  /** Takes the person from the token in the handshake; what it is refused with otherwise. */
  async function introduce(socket: MemberSocket) {
    const given: unknown = socket.handshake.auth.token
    const user =
      typeof given === 'string' && token.test(given)
        ? await findSignedIn(services, given, strangers.whence(socket.request))
        : undefined
    if (!user) return unauthorized
    if ((io.of('/').adapter.rooms.get(roomOf(user.id))?.size ?? 0) >= socketsOfPerson) return tooMany
    socket.data.user = user
    await socket.join(roomOf(user.id))
    return undefined
  }
  io.use((socket, next) => {
    introduce(socket).then(
      (refusal) => (refusal ? next(new Error(refusal)) : next()),
      (err) => {
        services.log.warn({ err }, 'a handshake failed')
        next(new Error('unavailable'))
      },
    )
  })
  const takeEvent = buckets(events, () => performance.now())
  io.on('connection', (socket) => {
    socket.use((_event, next) => (takeEvent(socket.data.user.id) ? next() : cut(socket)))
    // who leaves by a word of their own would keep the line
    socket.on('disconnect', () => cut(socket))
  })

  const stopGuarding = guardSessions(io, services)
  const looking = setInterval(() => dropSlowReaders(io), lookEvery)
  app.addHook('preClose', async () => {
    clearInterval(looking)
    stopGuarding()
    // the browsers connect again by themselves, to whoever is there then
    io.engine.close()
  })
  return io
}

/**
 * Closes the line under a socket at once, with whatever it still had to say: its browser tries again by itself, and is
 * heard if its session still lives.
 */
export const cut = (socket: MemberSocket) => void socket.conn.close(true)

/** Packets that are sent to a line at one time go out in one write. */
function writeAtOnce(io: Io) {
  const tcp = ({ transport }: Line) => (transport as { socket?: { _socket?: TcpSocket | null } }).socket?._socket
  io.engine.on('flush', (line: Line, packets: unknown[]) => {
    if (packets.length > 1) tcp(line)?.cork()
  })
  // told when they have been written, not when they have been read
  io.engine.on('drain', (line: Line) => tcp(line)?.uncork())
}

/** Cuts sockets whose session has ended or whose person has another role by now, as soon as somebody says so. */
function guardSessions(io: Io, { db, bus, now, log }: Services) {
  async function recheck(sockets: MemberSocket[]) {
    if (sockets.length === 0) return
    const ids = [...new Set(sockets.map(({ data }) => data.user.session_id))]
    const living = new Map((await listLivingSessions(db, ids, now())).map((session) => [session.session_id, session]))
    for (const socket of sockets) {
      const session = living.get(socket.data.user.session_id)
      if (session?.role !== socket.data.user.role) cut(socket)
      else socket.data.user = { ...session, address: socket.data.user.address }
    }
  }
  const all = () => [...io.of('/').sockets.values()]
  const of = (userId: string) => all().filter(({ data }) => data.user.id === userId)
  const attempt = (sockets: MemberSocket[]) =>
    recheck(sockets).catch((err) => log.warn({ err }, 'sessions of sockets could not be checked'))

  // one that ended while its socket was just being let in, or that ended by the clock
  let isCheckingAll = false
  async function checkAll() {
    if (isCheckingAll) return
    isCheckingAll = true
    await attempt(all())
    isCheckingAll = false
  }

  const stopHearing = bus.hear((signal) => {
    if (signal.kind === 'account') void attempt(of(signal.id))
    if (signal.kind === 'missed') void checkAll()
  })
  const rechecking = setInterval(() => void checkAll(), lookEvery)
  return () => {
    stopHearing()
    clearInterval(rechecking)
  }
}

/** Whoever doesn't read what is sent to them is let go, before it fills the memory; they can come back and read on. */
function dropSlowReaders(io: Io) {
  for (const socket of io.of('/').sockets.values()) {
    const { transport, writeBuffer } = socket.conn as unknown as {
      transport: { socket?: { bufferedAmount?: number } }
      writeBuffer: { data?: string }[]
    }
    const bytes = writeBuffer.reduce(
      (sum, { data }) => sum + (data?.length ?? 0),
      transport.socket?.bufferedAmount ?? 0,
    )
    if (writeBuffer.length > waiting.packets || bytes > waiting.bytes) cut(socket)
  }
}
