import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isOnDataDisk } from '../../backup-settings.ts'
import { type Config, locationOf } from '../../config.ts'
import { hasDatabase, withCommunity } from '../../db/db.ts'
import { isOutdated } from '../../db/migrate.ts'
import { lastMomentAt, nextMomentAt } from '../../lib/daily-moments.ts'
import { OperatorError } from '../../operator-error.ts'

export type Work = 'night' | 'snapshot' | 'before a migration'

/** The exit code of the process if another one was at work on the same snapshots. */
export const exitCodeInUse = 3

/** Sent to the process, which does one and ends: with 0 if all of it went well. */
export interface Request {
  config: Config
  work: Work
}

/** Sent by the process, for the log of the server. */
export interface Message {
  level: 'info' | 'error'
  about: Record<string, unknown>
  text: string
}

export type Backups = ReturnType<typeof openBackups>

/** Work on snapshots while the server runs, in a process of its own that lets everything else go first. */
export function openBackups(config: Config) {
  const { BACKUP_AT, TIME_ZONE } = config
  const running = new Set<ChildProcess>()
  let isStopped = false
  return {
    /** Failures are logged, and recorded (`runs.ts`). */
    async run(work: Work, log: Pick<FastifyBaseLogger, 'info' | 'error'>): Promise<'done' | 'in use' | 'failed'> {
      if (isStopped) return 'failed'
      const child = fork(join(import.meta.dirname, 'process.ts'), {
        // half of the memory: what copied bytes leave is cleared away sooner
        execArgv: ['--max-semi-space-size=1', '--max-old-space-size=512'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      running.add(child)
      child.on('message', ({ level, about, text }: Message) => log[level](about, text))
      const ended = once(child, 'exit')
      try {
        child.send({ config, work } satisfies Request)
        const [code, signal] = await ended
        if (code === null && !isStopped) log.error({ signal }, 'the process for snapshots was killed')
        return code === 0 ? 'done' : code === exitCodeInUse ? 'in use' : 'failed'
      } finally {
        running.delete(child)
      }
    },
    /** When the next one of the nights is due, after one at `last`: perhaps already. */
    nextAt(last: number | undefined, now: number) {
      const due = lastMomentAt(BACKUP_AT, TIME_ZONE, now)
      return last === undefined || last < due ? due : nextMomentAt(BACKUP_AT, TIME_ZONE, now)
    },
    /** True if they are on the device of the data, with which they would be lost. */
    isOnDataDisk: () => isOnDataDisk(config),
    /** Ends what is running; a snapshot is whole or not there at all. */
    async stop() {
      isStopped = true
      await Promise.all(
        [...running].map(async (child) => {
          const ended = once(child, 'exit')
          child.kill()
          await ended
        }),
      )
    },
  }
}

/** While another process is making one. */
const pollIntervalMs = 5000

/**
 * Before the server brings its database up to date: makes a snapshot of it. Throws `OperatorError` if that can't be done,
 * so that the schema stays as it is. The attempt is a row of `backup_runs`.
 */
export async function backUpBeforeMigration(config: Config) {
  const { BACKUP_TO } = config
  if (BACKUP_TO === undefined) return
  const backups = openBackups(config)
  // another process may have brought it up to date
  while (await isOlder(config)) {
    console.log('The database is of an older version: a snapshot of it is made first.')
    const outcome = await backups.run('before a migration', { info: print, error: print })
    if (outcome === 'done') return
    if (outcome !== 'in use')
      throw new OperatorError(
        `The database is left as it is, since no snapshot of it could be made in ${BACKUP_TO}. To go on without one, start once with BACKUP_TO empty.`,
      )
    await sleep(pollIntervalMs)
  }
}

const print = (about: unknown, text?: string) => console.log(text, about)

const isOlder = async (config: Config) =>
  hasDatabase(locationOf(config)) && withCommunity(locationOf(config), isOutdated, 'leave')
