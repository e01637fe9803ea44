import type { FastifyInstance } from 'fastify'
import { roomOf } from '../../realtime/sockets.ts'
import type { Io } from '../../realtime/types.ts'
import type { Services } from '../../services.ts'
import { readReading } from './rules.ts'

/** Emits a person's reading position to all of the person's sockets when it changes. */
export function readingSockets(app: FastifyInstance, io: Io, { db, bus, log }: Services) {
  async function emitReadings(userIds: Iterable<string>) {
    try {
      for (const id of userIds) {
        const room = roomOf(id)
        if (io.of('/').adapter.rooms.has(room)) io.to(room).emit('chat_reading', await readReading(db, id))
      }
    } catch (err) {
      log.warn({ err }, 'a reading position could not be sent')
    }
  }
  const connectedUsers = () => new Set([...io.of('/').sockets.values()].map(({ data }) => data.user.id))

  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'reading') void emitReadings([event.id])
    if (event.kind === 'resync') void emitReadings(connectedUsers())
  })
  app.addHook('preClose', async () => unsubscribe())
}
