import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { CannotStart } from '../cannot-start.ts'
import type { Dialect } from './dialect.ts'
import { isOutOfReach } from './faults.ts'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import type { Db, Schema } from './schema.ts'
import { lockFolder, sqliteDialect } from './sqlite.ts'

const sqliteFile = 'alejandria.db'

export interface Place {
  /** Where SQLite's file lies. */
  dataDir: string
  /** PostgreSQL instead, when given. */
  databaseUrl?: string | undefined
}

export interface OpenDatabase {
  db: Db
  dialect: Dialect
  close(): Promise<void>
}

/** Whether there is anything to open: PostgreSQL says so itself, SQLite's file exists once a server has run. */
export const hasDatabase = ({ dataDir, databaseUrl }: Place) =>
  databaseUrl !== undefined || existsSync(join(dataDir, sqliteFile))

/** Opens the database and brings its schema up to date. A server holds SQLite's folder for itself; a command does not. */
export async function openDatabase(
  place: Place,
  { alone = true, onIdleError = () => {} }: { alone?: boolean; onIdleError?: (error: Error) => void } = {},
): Promise<OpenDatabase> {
  const dialect: Dialect = place.databaseUrl ? 'postgres' : 'sqlite'
  let release = () => {}
  if (!place.databaseUrl) {
    // what is kept there is for this account's eyes only, whatever folder the operator gave
    process.umask(0o077)
    mkdirSync(place.dataDir, { recursive: true })
    if (alone) release = lockFolder(join(place.dataDir, 'server.lock'))
  }
  const db = new Kysely<Schema>({
    dialect: place.databaseUrl
      ? postgresDialect(place.databaseUrl, onIdleError)
      : sqliteDialect(join(place.dataDir, sqliteFile)),
  })
  const close = async () => {
    await db.destroy()
    release()
  }
  try {
    await migrate(db, dialect)
  } catch (error) {
    await close()
    if (place.databaseUrl && isOutOfReach(error)) {
      const why = (error as Error).message || String((error as { code?: unknown }).code)
      throw new CannotStart(`the database of DATABASE_URL is out of reach (${why})`, { cause: error })
    }
    throw error
  }
  return { db, dialect, close }
}
