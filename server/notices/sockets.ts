import type { FastifyInstance } from 'fastify'
import { onSignal } from '../bus/bus.ts'
import { throttleByKey } from '../lib/throttle.ts'
import { connectedUsers, roomOf } from '../realtime/sockets.ts'
import type { Io } from '../realtime/types.ts'
import type { Services } from '../services.ts'
import { countUnread } from './queries.ts'

/** Minimum between two counts of one person, however many notices arrive. */
const minIntervalMs = 1000

/** Emits the count of a person's unread notices to all of the person's sockets when their notices change. */
export function noticeSockets(app: FastifyInstance, io: Io, services: Services) {
  const { db, log } = services
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
  function emitCounts(userIds: Iterable<string>) {
    for (const id of userIds) if (adapter.rooms.has(roomOf(id))) counts.call(id)
  }

  onSignal(app, services, {
    notices: ({ ids }) => emitCounts(ids),
    resync: () => emitCounts(connectedUsers(io)),
  })
  app.addHook('preClose', async () => counts.stop())
}
