import { checkClock } from '../clock/rules.ts'
import type { Services } from '../services.ts'
import { careOf, dayMs, readFacts } from './care.ts'

/** Writes the counts of errors and of reports to the database. */
export async function writeCounts({ db, diagnostics }: Pick<Services, 'db' | 'diagnostics'>) {
  await diagnostics.errors.write(db)
  await diagnostics.policyReports.write(db)
}

/** Makes the check of the clock and the state. Logs what needs care: when that changes, and once a day. */
export function createStateCheck(services: Services) {
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
