import type { FastifyInstance } from 'fastify'
import { type AreaName, areaNames } from '../../contract/whats-new.ts'
import { roomOf } from '../realtime/sockets.ts'
import type { Io } from '../realtime/types.ts'
import type { Services } from '../services.ts'

/** Minimum between two events about one area to everybody: each makes every browser send a request. */
const minIntervalMs = 500

/** Emits changes of an area to all members, and a person's visits to that person's other pages. */
export function whatsNewSockets(app: FastifyInstance, io: Io, { bus }: Services) {
  const throttled = new Map(
    areaNames.map((area) => [area, throttle(() => io.emit('section_changed', area), minIntervalMs)]),
  )
  const emitToAll = (area: AreaName) => throttled.get(area)?.call()

  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'area') emitToAll(event.area)
    if (event.kind === 'visit') io.to(roomOf(event.id)).emit('section_changed', event.area)
    if (event.kind === 'resync') for (const area of areaNames) emitToAll(area)
  })
  app.addHook('preClose', async () => {
    unsubscribe()
    for (const { stop } of throttled.values()) stop()
  })
}

/** Calls `work` at once; calls within the interval cause one more at its end. */
function throttle(work: () => void, intervalMs: number) {
  let timer: NodeJS.Timeout | undefined
  let isPending = false
  function call() {
    isPending = true
    if (timer !== undefined) return
    isPending = false
    work()
    timer = setTimeout(() => {
      timer = undefined
      if (isPending) call()
    }, intervalMs)
  }
  return { call, stop: () => clearTimeout(timer) }
}
