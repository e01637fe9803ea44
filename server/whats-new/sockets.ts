import type { FastifyInstance } from 'fastify'
import { type AreaName, areaNames } from '../../contract/whats-new.ts'
import { onSignal } from '../bus/bus.ts'
import { throttleByKey } from '../lib/throttle.ts'
import { roomOf } from '../realtime/sockets.ts'
import type { Io } from '../realtime/types.ts'
import type { Services } from '../services.ts'

/** Minimum between two events about one area to everybody: each makes every browser send a request. */
const minIntervalMs = 500

/** Emits changes of an area to all members, and a person's visits to that person's other pages. */
export function whatsNewSockets(app: FastifyInstance, io: Io, services: Services) {
  const toAll = throttleByKey((area: AreaName) => io.emit('section_changed', area), minIntervalMs)

  onSignal(app, services, {
    area: ({ area }) => toAll.call(area),
    visit: ({ id, area }) => io.to(roomOf(id)).emit('section_changed', area),
    resync: () => areaNames.forEach(toAll.call),
  })
  app.addHook('preClose', async () => toAll.stop())
}
