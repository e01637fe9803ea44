import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { ClientEvents, ServerEvents } from '../../contract/realtime.ts'
import type { SignedIn } from '../http/serve.ts'

interface SocketData {
  user: SignedIn
}

export type Io = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>
/** Authenticated or not. */
export type Connection = Socket['conn']
/** Socket of a signed-in person; all others are refused. */
export type MemberSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>
