import { io, type Socket } from 'socket.io-client'
import { auth } from '../../contract/auth.ts'
import type { ChatMessage } from '../../contract/chat.ts'
import { type ErrorCode, errors } from '../../contract/errors.ts'
import type { Problem } from '../../contract/index.ts'
import {
  type ClientEvents,
  type ServerEvents,
  socketPath,
  tooManySockets,
  unauthorized,
  type Watched,
} from '../../contract/realtime.ts'
import { CallError, call } from './call.ts'
import { currentSession, currentToken, userChanged } from './session.ts'
import { isRenewing } from './token-renewal.ts'

const answerTimeoutMs = 5000
// socket.io doesn't reconnect by itself after the server has refused or ended the connection
const refusedDelayMs = 5000
const tooManyDelayMs = 30_000
const endedDelayMs = () => 1000 + Math.random() * 1000

interface Events {
  onState: (state: LiveState) => void
  onConnected: () => void
  onEvent: (event: keyof ServerEvents, values: unknown[]) => void
}

export type LiveState = 'off' | 'connecting' | 'connected' | 'disconnected'

export interface OutgoingMessage {
  message: string
  client_id: string
  reply_to?: string | undefined
}

export type LiveConnection = ReturnType<typeof openConnection>

/** The person in the form of SPEC §7 for events; the server trusts only the token. */
function self() {
  const session = currentSession()
  if (session.phase !== 'member') return undefined
  const { id, name, role } = session.user
  return { id, name, role }
}

const isProblem = (answer: ChatMessage | Problem): answer is Problem => 'detail' in answer

/** Opens a connection that reconnects until it is closed. */
export function openConnection({ onState, onConnected, onEvent }: Events) {
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Set when the server ended the last connection: the person's role or name may have changed. */
  let wasEnded = false
  /** The connection is made again with a new token: nobody needs to know. */
  let isRenewed = false

  // SPEC §9; `forceNew`, because the socket of another session must not be reused
  const socket: Socket<ServerEvents, ClientEvents> = io({
    path: socketPath,
    transports: ['polling', 'websocket', 'webtransport'],
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
    forceNew: true,
    autoConnect: false,
    auth: (answer) => answer({ token: currentToken() }),
  })

  const connectIn = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => !isClosed && socket.connect(), delayMs)
  }

  /** A 401 ends the session, and with it this connection. */
  const refreshUser = () => call(auth.me, {}).then(userChanged, () => {})

  socket.on('connect', () => {
    clearTimeout(timer)
    isRenewed = false
    onState('connected')
    socket.emit('user_online', self())
    if (wasEnded) void refreshUser()
    wasEnded = false
    onConnected()
  })
  socket.on('disconnect', (reason) => {
    isRenewed ||= isRenewing()
    if (isClosed || isRenewed) return
    wasEnded = reason === 'transport close' || reason === 'io server disconnect'
    onState('disconnected')
    if (reason === 'io server disconnect') connectIn(endedDelayMs())
  })
  socket.on('connect_error', ({ message }) => {
    if (isClosed) return
    isRenewed = false
    onState('disconnected')
    // socket.io is retrying by itself
    if (socket.active) return
    if (message === unauthorized) void refreshUser()
    connectIn(message === tooManySockets ? tooManyDelayMs : refusedDelayMs)
  })
  socket.onAny((event: keyof ServerEvents, ...values: unknown[]) => onEvent(event, values))

  /** Connects without waiting for the next retry. */
  const connectNow = () => {
    clearTimeout(timer)
    socket.disconnect().connect()
  }

  socket.connect()

  return {
    emitVolatile: (event: 'typing') => void socket.volatile.emit(event),
    /** `onDone` is called when changes are announced from then on, or soon after if the server doesn't say so. */
    watch: (watched: Watched | null, onDone = () => {}) =>
      void socket.timeout(answerTimeoutMs).emit('watch', watched, () => onDone()),

    async sendMessage(outgoing: OutgoingMessage): Promise<ChatMessage> {
      if (!socket.connected) throw new CallError(0)
      const sent = { username: self()?.name ?? '', message_type: 'text' as const, ...outgoing }
      const answer = await socket
        .timeout(answerTimeoutMs)
        .emitWithAck('send_message', sent)
        .catch(() => {
          throw new CallError(0)
        })
      if (!isProblem(answer)) return answer
      throw new CallError(errors[answer.code as ErrorCode]?.[0] ?? 500, answer)
    },

    /** The page is left, possibly for the back/forward cache. */
    pageHidden() {
      if (socket.connected) socket.emit('user_offline', self())
    },
    /** `wasCached`: the page and its connection were frozen in the back/forward cache. */
    pageShown(wasCached: boolean) {
      if (wasCached) connectNow()
      else if (socket.connected) socket.emit('user_online', self())
    },
    /** Connects with a new token. */
    renew() {
      isRenewed = socket.connected || isRenewed
      connectNow()
    },
    /** The connection would be taken for alive until a ping is missed. */
    networkLost() {
      if (socket.connected) connectNow()
    },
    reconnectNow() {
      if (!socket.connected && !isClosed) connectNow()
    },
    close() {
      if (socket.connected) socket.emit('user_offline')
      isClosed = true
      clearTimeout(timer)
      socket.disconnect()
    },
  }
}
