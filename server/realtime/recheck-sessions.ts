import { listActiveSessions } from '../auth/queries.ts'
import { poll } from '../lib/poll.ts'
import type { Services } from '../services.ts'
import type { Io, MemberSocket } from './types.ts'

const pollIntervalMs = 1000

/**
 * Closes the connection of a socket at once and drops its waiting data. The browser reconnects by itself, and is
 * accepted if its session is still valid.
 */
export const closeConnection = (socket: MemberSocket) => void socket.conn.close(true)

/** Closes sockets with an ended session or a changed role: on each signal, and at intervals. */
export function recheckSessions(io: Io, { db, bus, now, log }: Services) {
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
