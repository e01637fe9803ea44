import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { CannotStart } from '../cannot-start.ts'
import { isUnreachable } from './errors.ts'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import type { Db, Dialect, Schema } from './schema.ts'
import { lockFolder, sqliteDialect } from './sqlite.ts'

const sqliteFile = 'alejandria.db'

export interface DatabaseLocation {
  /** Folder of SQLite's file. */
  dataDir: string
  databaseUrl?: string | undefined
}

export interface OpenDatabase {
  db: Db
  dialect: Dialect
  close(): Promise<void>
}

/** False for SQLite before the first start of a server. An unreachable PostgreSQL fails when it is opened. */
export const hasDatabase = ({ dataDir, databaseUrl }: DatabaseLocation) =>
  databaseUrl !== undefined || existsSync(join(dataDir, sqliteFile))

export const ping = (db: Db) => sql`select 1`.execute(db)

/** Opens the database and brings its schema up to date. With `alone`, as servers do, SQLite's folder is locked. */
export async function openDatabase(
  location: DatabaseLocation,
  { alone = true, onIdleError = () => {} }: { alone?: boolean; onIdleError?: (error: Error) => void } = {},
): Promise<OpenDatabase> {
  const dialect: Dialect = location.databaseUrl ? 'postgres' : 'sqlite'
  let release = () => {}
  if (!location.databaseUrl) {
    // only the server's own account may read its data, in any folder
    process.umask(0o077)
    mkdirSync(location.dataDir, { recursive: true })
    if (alone) release = lockFolder(join(location.dataDir, 'server.lock'))
  }
  const db = new Kysely<Schema>({
    dialect: location.databaseUrl
      ? postgresDialect(location.databaseUrl, onIdleError)
      : sqliteDialect(join(location.dataDir, sqliteFile)),
  })
  const close = async () => {
    await db.destroy()
    release()
  }
  try {
    await migrate(db, dialect)
  } catch (error) {
    await close()
    if (location.databaseUrl && isUnreachable(error)) {
      const reason = (error as Error).message || String((error as { code?: unknown }).code)
      throw new CannotStart(`the database of DATABASE_URL is out of reach (${reason})`, { cause: error })
    }
    throw error
  }
  return { db, dialect, close }
}
