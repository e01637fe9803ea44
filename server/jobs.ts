// Work that is done again and again while the server runs.
import { deleteExpiredCounts } from './auth/queries.ts'
import { createNightlyBackups } from './backups/nightly/schedule.ts'
import type { Config } from './config.ts'
import { mergeSavedTokens } from './db/search/documents.ts'
import { readDueTitle } from './files/links.ts'
import { sweep } from './files/sweep.ts'
import { readFileTexts } from './files/texts/read-files.ts'
import { poll } from './lib/poll.ts'
import { createMailOutbox } from './mail/worker/outbox.ts'
import { createPushOutbox } from './push/worker/outbox.ts'
import { cleanUpPushes } from './push/worker/queries.ts'
import { createRetention } from './retention/nightly.ts'
import { fillIndex } from './search/fill.ts'
import type { Services } from './services.ts'
import { createStateWatch } from './state/care.ts'

const minuteMs = 60_000
const weekMs = 7 * 24 * 60 * minuteMs

interface Job extends Omit<Parameters<typeof poll>[0], 'onError'> {
  /** From the start to the first run. */
  delayMs?: number
  /** Logged if a run fails. */
  failure: string
  level?: 'warn' | 'error'
  /** A run in progress ends with the database, without being awaited. */
  isAbandoned?: boolean
}

/** `isAlone`: no other process uses this database. */
export function startJobs(services: Services, config: Config, { isAlone }: { isAlone: boolean }) {
  const { db, now, log, bus, integrity, textExtractor, diagnostics, backups } = services
  let stopped: Promise<unknown> | undefined
  const isStopped = () => stopped !== undefined

  const jobs: Job[] = [
    {
      everyMs: 10 * minuteMs,
      work: () => sweep(services, { alone: false }),
      failure: 'the sweep failed',
      isAbandoned: true,
    },
    {
      everyMs: 10 * minuteMs,
      work: () => deleteExpiredCounts(db, now()),
      failure: 'the expired failures to sign in could not be deleted',
      isAbandoned: true,
    },
    {
      everyMs: 10 * minuteMs,
      work: () => cleanUpPushes(services),
      failure: 'old push messages could not be cleaned up',
    },
    {
      everyMs: weekMs,
      async work() {
        const damage = await integrity.check()
        if (damage !== undefined) log.fatal({ damage }, 'the database is damaged: restore a backup')
      },
      failure: 'the database could not be checked',
      level: 'error',
      isAbandoned: true,
    },
    {
      everyMs: minuteMs,
      work: () => fillIndex(services, { isStopped }),
      failure: 'the search index could not be filled',
    },
    {
      everyMs: 5000,
      work: () => mergeSavedTokens(db),
      failure: 'what was saved could not be merged into the search index',
    },
    {
      everyMs: minuteMs,
      work: () => readFileTexts(services, { isStopped }),
      failure: 'the texts of files could not be read',
      wakeOn: (wake) => bus.subscribe((event) => event.kind === 'area' && event.area === 'files' && wake()),
    },
    {
      everyMs: minuteMs,
      // work that is due at the start, such as a snapshot, has begun by then
      delayMs: 5000,
      work: createStateWatch(services),
      failure: 'the state could not be read',
    },
    {
      everyMs: 10_000,
      work: () => diagnostics.errors.write(db),
      failure: 'the counts of errors could not be written',
    },
    {
      everyMs: minuteMs,
      work: createRetention(services, config, config.TIME_ZONE, { isStopped }),
      failure: 'old rows could not be removed',
    },
  ]
  if (backups)
    jobs.push({
      everyMs: 20_000,
      work: createNightlyBackups(services, backups, config),
      failure: 'the snapshots of the night could not be looked after',
      level: 'error',
    })
  if (config.LINK_TITLES)
    jobs.push({
      // one title each time: existing links are worked through slowly
      everyMs: 2000,
      work: () => readDueTitle(services),
      failure: 'the title of a link could not be read',
    })

  function start({ failure, level = 'warn', delayMs = 0, isAbandoned, ...job }: Job) {
    const polling = poll({
      ...job,
      onError: (err) => (isAbandoned && isStopped()) || log[level]({ err }, failure),
    })
    const first = setTimeout(polling.wake, delayMs)
    return {
      stop() {
        clearTimeout(first)
        const lastRun = polling.stop()
        return isAbandoned ? undefined : lastRun
      },
    }
  }

  const running = [
    ...jobs.map(start),
    createMailOutbox(services).start({ isAlone }),
    createPushOutbox(services).start({ isAlone }),
  ]

  return {
    stop() {
      stopped ??= Promise.all([backups?.stop(), ...running.map((job) => job.stop())])
      // what is being read is read again at the next start
      textExtractor.close()
      return stopped
    },
  }
}
