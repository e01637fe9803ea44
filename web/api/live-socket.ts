import { io, type Socket } from 'socket.io-client'
import { auth } from '../../contract/auth.ts'
import type { ChatMessage } from '../../contract/chat.ts'
import { type ErrorCode, errors } from '../../contract/errors.ts'
import type { Problem } from '../../contract/index.ts'
import {
  type ClientEvents,
  type ServerEvents,
  socketPath,
  tooMany,
  unauthorized,
  type Watched,
} from '../../contract/realtime.ts'
import { CallError, call } from './call.ts'
import type { LiveMessage, LiveState } from './live.ts'
import { currentSession, currentToken, userChanged } from './session.ts'

/** Milliseconds. What socket.io doesn't try again by itself is what the server itself has refused or ended. */
const answerWithin = 5000
const refusedPause = 5000
const tooManyPause = 30_000
const endedPause = () => 1000 + Math.random() * 1000

interface Events {
  onState: (state: LiveState) => void
  onConnected: () => void
  onEvent: (event: keyof ServerEvents, said: unknown[]) => void
}

export type Line = ReturnType<typeof openLine>

/** Who this socket speaks for (SPEC §7); the server goes by the token. */
function self() {
  const session = currentSession()
  if (session.phase !== 'member') return undefined
  const { id, name, role } = session.user
  return { id, name, role }
}

const isProblem = (answer: ChatMessage | Problem): answer is Problem => 'detail' in answer

/** A connection that comes back whenever it can, until it is closed. */
export function openLine({ onState, onConnected, onEvent }: Events) {
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the server has ended the last connection: maybe the person has another role or name now. */
  let wasEnded = false

  // SPEC §9; one of its own, as a socket of another session must not be found again
  const socket: Socket<ServerEvents, ClientEvents> = io({
    path: socketPath,
    transports: ['polling', 'websocket', 'webtransport'],
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
    forceNew: true,
    autoConnect: false,
    auth: (say) => say({ token: currentToken() }),
  })

  const connectIn = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => !isClosed && socket.connect(), milliseconds)
  }

  /** A 401 ends the session by itself, and with it this line. */
  const lookWhoIAm = () => call(auth.me, {}).then(userChanged, () => {})

  socket.on('connect', () => {
    clearTimeout(timer)
    onState('connected')
    socket.emit('user_online', self())
    if (wasEnded) void lookWhoIAm()
    wasEnded = false
    onConnected()
  })
  socket.on('disconnect', (reason) => {
    if (isClosed) return
    wasEnded = reason === 'transport close' || reason === 'io server disconnect'
    onState('disconnected')
    if (reason === 'io server disconnect') connectIn(endedPause())
  })
  socket.on('connect_error', ({ message }) => {
    if (isClosed) return
    onState('disconnected')
    // without connection socket.io goes on by itself
    if (socket.active) return
    if (message === unauthorized) void lookWhoIAm()
    connectIn(message === tooMany ? tooManyPause : refusedPause)
  })
  socket.onAny((event: keyof ServerEvents, ...said: unknown[]) => onEvent(event, said))

  /** Connects at once instead of waiting for the next try. */
  const connectNow = () => {
    clearTimeout(timer)
    socket.disconnect().connect()
  }

  socket.connect()

  return {
    tell: (event: 'typing') => void socket.volatile.emit(event),
    watch: (watched: Watched | null) => void socket.emit('watch', watched),

    async sendMessage({ message, client_id }: LiveMessage): Promise<ChatMessage> {
      if (!socket.connected) throw new CallError(0)
      const sent = { username: self()?.name ?? '', message, message_type: 'text' as const, client_id }
      const answer = await socket
        .timeout(answerWithin)
        .emitWithAck('send_message', sent)
        .catch(() => {
          throw new CallError(0)
        })
      if (!isProblem(answer)) return answer
      throw new CallError(errors[answer.code as ErrorCode]?.[0] ?? 500, answer)
    },

    /** The page is being left, maybe only put away. */
    leave() {
      if (socket.connected) socket.emit('user_offline', self())
    },
    /** `wasPutAway`: the page stood still, and its connection with it. */
    comeBack(wasPutAway: boolean) {
      if (wasPutAway) connectNow()
      else if (socket.connected) socket.emit('user_online', self())
    },
    hurry() {
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
