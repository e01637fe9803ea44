import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import type { Db, Schema } from './schema.ts'
import { lockFolder, sqliteDialect } from './sqlite.ts'

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

/** Opens the database and brings its schema up to date. A server holds SQLite's folder for itself; a command does not. */
export async function openDatabase(
  place: Place,
  { alone = true, onIdleError = () => {} }: { alone?: boolean; onIdleError?: (error: Error) => void } = {},
): Promise<OpenDatabase> {
  const dialect: Dialect = place.databaseUrl ? 'postgres' : 'sqlite'
  let release = () => {}
  if (!place.databaseUrl) {
    mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
    if (alone) release = lockFolder(join(place.dataDir, 'server.lock'))
  }
  const db = new Kysely<Schema>({
    dialect: place.databaseUrl
      ? postgresDialect(place.databaseUrl, onIdleError)
      : sqliteDialect(join(place.dataDir, 'alejandria.db')),
  })
  const close = async () => {
    await db.destroy()
    release()
  }
  try {
    await migrate(db, dialect)
  } catch (error) {
    await close()
    throw error
  }
  return { db, dialect, close }
}
