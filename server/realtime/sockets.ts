import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket as TcpSocket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Server } from 'socket.io'
import { limits } from '../../contract/limits.ts'
import { socketPath, tooManySockets, unauthorized } from '../../contract/realtime.ts'
import { listActiveSessions } from '../auth/queries.ts'
import { findSignedIn } from '../auth/session-tokens.ts'
import { headersOfAll } from '../http/headers.ts'
import { poll } from '../lib/poll.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import type { Services } from '../services.ts'
import type { Connection, Io, MemberSocket } from './types.ts'
import { limitUnauthenticated } from './unauthenticated.ts'

/** A message of 4,000 characters of four bytes, escaped as two \uXXXX, plus overhead. */
const maxPacketBytes = 64 * 1024
const handshakeTimeoutMs = 10_000
/** Waiting data of a socket that doesn't read. */
const maxWaiting = { bytes: 2 ** 20, packets: 2000 }
const slowReaderIntervalMs = 1000

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

export const roomOf = (userId: string) => `user ${userId}`

/** People with a socket of this process. */
export const connectedUsers = (io: Io) => new Set([...io.of('/').sockets.values()].map(({ data }) => data.user.id))

const pollIntervalMs = 1000

/**
 * Closes the connection of a socket at once and drops its waiting data. The browser reconnects by itself, and is
 * accepted if its session is still valid.
 */
const closeConnection = (socket: MemberSocket) => void socket.conn.close(true)

/** Closes sockets with an ended session or a changed role: on each signal, and at intervals. */
function recheckSessions(io: Io, { db, bus, now, log }: Services) {
  async function recheck(sockets: MemberSocket[]) {
    if (sockets.length === 0) return
    const ids = [...new Set(sockets.map(({ data }) => data.user.session_id))]
    const active = new Map((await listActiveSessions(db, ids, now())).map((session) => [session.session_id, session]))
    for (const socket of sockets) {
      const session = active.get(socket.data.user.session_id)
      if (session?.role !== socket.data.user.role) closeConnection(socket)
      else socket.data.user = { ...session, address: socket.data.user.address }
    }
  }
  const allSockets = () => [...io.of('/').sockets.values()]
  const socketsOf = (userId: string) => allSockets().filter(({ data }) => data.user.id === userId)
  const onError = (err: unknown) => log.warn({ err }, 'sessions of sockets could not be checked')

  return poll({
    everyMs: pollIntervalMs,
    // includes sessions that expired, or ended during the handshake
    work: () => recheck(allSockets()),
    onError,
    wakeOn: (wake) =>
      bus.subscribe((event) => {
        if (event.kind === 'account') recheck(socketsOf(event.id)).catch(onError)
        if (event.kind === 'resync') wake()
      }),
  })
}

interface Options {
  /** Accepted origin, along with the one that the request names. */
  publicUrl: string | undefined
  clientAddressOf: (request: IncomingMessage) => string
}

/** Socket.IO on the server's own port, for members only; features add their listeners to it. */
export function openSockets(app: FastifyInstance, services: Services, { publicUrl, clientAddressOf }: Options): Io {
  const unauthenticated = limitUnauthenticated(clientAddressOf)
  const io: Io = new Server(app.server, {
    path: socketPath,
    serveClient: false,
    maxHttpBufferSize: maxPacketBytes,
    connectTimeout: handshakeTimeoutMs,
    allowRequest: (request, answer) =>
      answer(null, isOwnOrigin(request.headers, publicUrl) && unauthenticated.accepts(request)),
  })
  // prepended, so that the engine's refusals have these headers too
  const headers = new Headers(headersOfAll(publicUrl))
  app.server.prependListener('request', ({ url }, response) => {
    if (url?.startsWith(`${socketPath}/`)) response.setHeaders(headers)
  })

  unauthenticated.watch(io)
  joinWrites(io)

  /** Sets the person of the handshake's token on the socket; returns the refusal, if any. */
  async function authenticate(socket: MemberSocket) {
    const given: unknown = socket.handshake.auth.token
    const use = { address: clientAddressOf(socket.request), isByPerson: false }
    const isToken = typeof given === 'string' && tokenPattern.test(given)
    const user = isToken ? await findSignedIn(services, given, use) : undefined
    if (!user || user.must_add_factor) return unauthorized
    if ((io.of('/').adapter.rooms.get(roomOf(user.id))?.size ?? 0) >= limits.sockets.maxPerPerson) return tooManySockets
    socket.data.user = user
    await socket.join(roomOf(user.id))
    return undefined
  }
  io.use((socket, next) => {
    authenticate(socket).then(
      (refusal) => (refusal ? next(new Error(refusal)) : next()),
      (err) => {
        services.log.warn({ err }, 'a handshake failed')
        next(new Error('unavailable'))
      },
    )
  })
  const takeEvent = createTokenBuckets(limits.sockets.events, () => performance.now())
  io.on('connection', (socket) => {
    socket.use((_event, next) => (takeEvent(socket.data.user.id) ? next() : closeConnection(socket)))
    // a client that only leaves the namespace would keep its connection
    socket.on('disconnect', () => closeConnection(socket))
  })

  const rechecking = recheckSessions(io, services)
  const slowReaders = setInterval(() => dropSlowReaders(io), slowReaderIntervalMs)
  app.addHook('preClose', async () => {
    clearInterval(slowReaders)
    void rechecking.stop()
    // browsers reconnect by themselves, to the next process
    io.engine.close()
  })
  return io
}

/**
 * Accepts handshakes of our own pages, and of programs, which send no origin. Compared as strings: a value that needs
 * parsing can be parsed in more than one way.
 */
function isOwnOrigin({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders, publicUrl: string | undefined) {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined) return true
  const own = [`http://${host}`, `https://${host}`, ...(publicUrl ? [new URL(publicUrl).origin] : [])]
  return own.includes(origin)
}

function joinWrites(io: Io) {
  const tcp = ({ transport }: Connection) => (transport as { socket?: { _socket?: TcpSocket | null } }).socket?._socket
  io.engine.on('flush', (connection: Connection, packets: unknown[]) => {
    if (packets.length > 1) tcp(connection)?.cork()
  })
  // emitted when they are written, not when they are read
  io.engine.on('drain', (connection: Connection) => tcp(connection)?.uncork())
}

/** Closes sockets that don't read, before their waiting data fills the memory. */
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
    if (writeBuffer.length > maxWaiting.packets || bytes > maxWaiting.bytes) closeConnection(socket)
  }
}
