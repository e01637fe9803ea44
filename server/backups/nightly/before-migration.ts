import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, locationOf } from '../../config.ts'
import { hasDatabase, withCommunity } from '../../db/db.ts'
import { isOutdated } from '../../db/migrate.ts'
import { OperatorError } from '../../operator-error.ts'
import { openBackups } from './backups.ts'

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
