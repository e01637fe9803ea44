import type { FastifyInstance } from 'fastify'
import { onSignal } from '../../bus/bus.ts'
import { connectedUsers, roomOf } from '../../realtime/sockets.ts'
import type { Io } from '../../realtime/types.ts'
import type { Services } from '../../services.ts'
import { readReading } from './rules.ts'

/** Emits a person's reading position to all of the person's sockets when it changes. */
export function readingSockets(app: FastifyInstance, io: Io, services: Services) {
  async function emitReadings(userIds: Iterable<string>) {
    for (const id of userIds) {
      const room = roomOf(id)
      if (io.of('/').adapter.rooms.has(room)) io.to(room).emit('chat_reading', await readReading(services.db, id))
    }
  }

  onSignal(app, services, {
    reading: ({ id }) => emitReadings([id]),
    resync: () => emitReadings(connectedUsers(io)),
  })
}
