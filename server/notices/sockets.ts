import type { FastifyInstance } from 'fastify'
import { roomOf } from '../realtime/sockets.ts'
import type { Io } from '../realtime/types.ts'
import type { Services } from '../services.ts'
import { countUnread } from './queries.ts'

/** Emits the count of a person's unread notices to all of the person's sockets when their notices change. */
export function noticeSockets(app: FastifyInstance, io: Io, { db, bus, log }: Services) {
  const { sockets, adapter } = io.of('/')

  async function emitCounts(userIds: Iterable<string>) {
    try {
      for (const id of userIds) {
        const [first] = adapter.rooms.get(roomOf(id)) ?? []
        const user = first === undefined ? undefined : sockets.get(first)?.data.user
        if (user) io.to(roomOf(id)).emit('notices_changed', { unread: await countUnread(db, user) })
      }
    } catch (err) {
      log.warn({ err }, 'a count of notices could not be sent')
    }
  }
  const connectedUsers = () => new Set([...sockets.values()].map(({ data }) => data.user.id))

  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'notices') void emitCounts(event.ids)
    if (event.kind === 'resync') void emitCounts(connectedUsers())
  })
  app.addHook('preClose', async () => unsubscribe())
}
