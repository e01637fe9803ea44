import { checkClock } from '../clock/rules.ts'
import type { Services } from '../services.ts'
import { careOf, dayMs, readFacts } from './care.ts'

/** Checks the clock with each call. Logs what needs care: when that changes, and once a day. */
export function createStateWatch(services: Services) {
  const { log, now } = services
  let lastLogged: { care: string; at: number } | undefined
  return async () => {
    await checkClock(services)
    const codes = careOf(await readFacts(services))
    const care = codes.join(' ')
    if (lastLogged?.care === care && now() - lastLogged.at < dayMs) return
    if (codes.length > 0) log.warn({ care: codes }, 'something needs care: see the page Estado')
    else log.info({ care: [] }, 'all is well')
    lastLogged = { care, at: now() }
  }
}
