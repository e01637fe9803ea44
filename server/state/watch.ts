import { checkClock } from '../clock/rules.ts'
import { poll } from '../lib/poll.ts'
import type { Services } from '../services.ts'
import { careOf, dayMs, readFacts } from './care.ts'

/** Of the state. */
const pollIntervalMs = 60_000
/** After a start; work that is due then, such as a snapshot, has begun by this time. */
const firstCheckMs = 5000
/** Of the counts of errors and of reports. */
const writeIntervalMs = 10_000

/** Writes the counts of errors and of reports to the database. */
export async function writeCounts({ db, diagnostics }: Pick<Services, 'db' | 'diagnostics'>) {
  await diagnostics.errors.write(db)
  await diagnostics.policyReports.write(db)
}

/** Checks the clock. Logs what needs care: when that changes, and once a day. */
export function watchState(services: Services) {
  const { log, now } = services
  let lastLogged: { care: string; at: number } | undefined

  const watching = poll({
    everyMs: pollIntervalMs,
    async work() {
      await checkClock(services)
      const codes = careOf(await readFacts(services))
      const care = codes.join(' ')
      if (lastLogged?.care === care && now() - lastLogged.at < dayMs) return
      if (codes.length > 0) log.warn({ care: codes }, 'something needs care: see the page Estado')
      else log.info({ care: [] }, 'all is well')
      lastLogged = { care, at: now() }
    },
    onError: (err) => log.warn({ err }, 'the state could not be read'),
  })
  const firstCheck = setTimeout(watching.wake, firstCheckMs)

  const writing = poll({
    everyMs: writeIntervalMs,
    work: () => writeCounts(services),
    // they are kept, and written the next time
    onError() {},
  })

  return {
    async stop() {
      clearTimeout(firstCheck)
      await watching.stop()
      await writing.stop()
    },
  }
}
