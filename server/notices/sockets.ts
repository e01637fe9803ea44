import type { FastifyInstance } from 'fastify'
import { throttleByKey } from '../lib/throttle.ts'
import { roomOf } from '../realtime/sockets.ts'
import type { Io } from '../realtime/types.ts'
import type { Services } from '../services.ts'
import { countUnread } from './queries.ts'

/** Minimum between two counts of one person, however many notices arrive. */
const minIntervalMs = 1000

/** Emits the count of a person's unread notices to all of the person's sockets when their notices change. */
export function noticeSockets(app: FastifyInstance, io: Io, { db, bus, log }: Services) {
  const { sockets, adapter } = io.of('/')

  async function emitCount(userId: string) {
    try {
      const [first] = adapter.rooms.get(roomOf(userId)) ?? []
      const user = first === undefined ? undefined : sockets.get(first)?.data.user
      if (user) io.to(roomOf(userId)).emit('notices_changed', { unread: await countUnread(db, user) })
    } catch (err) {
      log.warn({ err }, 'a count of notices could not be sent')
    }
  }
  const counts = throttleByKey(emitCount, minIntervalMs)
  const connectedUsers = () => new Set([...sockets.values()].map(({ data }) => data.user.id))

  const unsubscribe = bus.subscribe((event) => {
    const ids = event.kind === 'notices' ? event.ids : event.kind === 'resync' ? connectedUsers() : []
    for (const id of ids) if (adapter.rooms.has(roomOf(id))) counts.call(id)
  })
  app.addHook('preClose', async () => {
    unsubscribe()
    counts.stop()
  })
}
