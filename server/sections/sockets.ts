import type { FastifyInstance } from 'fastify'
import { type SectionName, sectionNames } from '../../contract/sections.ts'
import { type Io, roomOf } from '../realtime/sockets.ts'
import type { Services } from '../services.ts'

/** Milliseconds between two words to everybody about one section: each of them makes every browser ask. */
const tellEvery = 500

/** Tells members that a section isn't what it was, and each person's pages what one of them has seen. */
export function sectionSockets(app: FastifyInstance, io: Io, { bus }: Services) {
  const tellers = new Map(sectionNames.map((name) => [name, paced(() => io.emit('section_changed', name), tellEvery)]))
  const tell = (section: SectionName) => tellers.get(section)?.call()

  const stopHearing = bus.hear((signal) => {
    if (signal.kind === 'section') tell(signal.section)
    if (signal.kind === 'visit') io.to(roomOf(signal.id)).emit('section_changed', signal.section)
    if (signal.kind === 'missed') for (const name of sectionNames) tell(name)
  })
  app.addHook('preClose', async () => {
    stopHearing()
    for (const { stop } of tellers.values()) stop()
  })
}

/** Does something at once, and what is asked for too soon after it once more at the end of the pause. */
function paced(work: () => void, every: number) {
  let pause: NodeJS.Timeout | undefined
  let isWanted = false
  function call() {
    isWanted = true
    if (pause !== undefined) return
    isWanted = false
    work()
    pause = setTimeout(() => {
      pause = undefined
      if (isWanted) call()
    }, every)
  }
  return { call, stop: () => clearTimeout(pause) }
}
