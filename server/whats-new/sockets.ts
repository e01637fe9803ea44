import type { FastifyInstance } from 'fastify'
import { type AreaName, areaNames } from '../../contract/whats-new.ts'
import { throttleByKey } from '../lib/throttle.ts'
import { roomOf } from '../realtime/sockets.ts'
import type { Io } from '../realtime/types.ts'
import type { Services } from '../services.ts'

/** Minimum between two events about one area to everybody: each makes every browser send a request. */
const minIntervalMs = 500

/** Emits changes of an area to all members, and a person's visits to that person's other pages. */
export function whatsNewSockets(app: FastifyInstance, io: Io, { bus }: Services) {
  const toAll = throttleByKey((area: AreaName) => io.emit('section_changed', area), minIntervalMs)

  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'area') toAll.call(event.area)
    if (event.kind === 'visit') io.to(roomOf(event.id)).emit('section_changed', event.area)
    if (event.kind === 'resync') for (const area of areaNames) toAll.call(area)
  })
  app.addHook('preClose', async () => {
    unsubscribe()
    toAll.stop()
  })
}
