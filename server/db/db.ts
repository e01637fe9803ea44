import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { makeFolder } from '../lib/make-folder.ts'
import { OperatorError } from '../operator-error.ts'
import { cacheReads } from './cached.ts'
import { isForbidden, isUnreachable } from './errors.ts'
import { type Integrity, postgresIntegrity, sqliteIntegrity } from './integrity.ts'
import { migrate, requireCurrentSchema } from './migrate.ts'
import { postgresDialect, slowReadTimeoutMs } from './postgres.ts'
import { isPostgres } from './prepared.ts'
import type { Db, Schema } from './schema.ts'
import { readingDialect, sqliteDialect } from './sqlite/dialect.ts'
import { lockFolder } from './sqlite/locks.ts'
import { openReaders } from './sqlite/readers.ts'

/** Name of SQLite's file in the data folder. */
export const sqliteFile = 'alejandria.db'
/** Processes for slow reads. */
const maxReaders = 2

export interface DatabaseLocation {
  /** Folder of SQLite's file. */
  dataDir: string
  databaseUrl?: string | undefined
}

export interface OpenDatabase {
  db: Db
  /** Only reads: for slow reads. A statement over its time is `DatabaseTooSlow`. */
  readDb: Db
  integrity: Integrity
  dialect: 'sqlite' | 'postgres'
  close(): Promise<void>
}

/** False for SQLite before the first start of a server. An unreachable PostgreSQL fails when it is opened. */
export const hasDatabase = ({ dataDir, databaseUrl }: DatabaseLocation) =>
  databaseUrl !== undefined || existsSync(join(dataDir, sqliteFile))

function openPostgres(url: string, onIdleError: (error: Error) => void): OpenDatabase {
  const db = new Kysely<Schema>({ dialect: postgresDialect(url, 'main', onIdleError) })
  const readDb = new Kysely<Schema>({ dialect: postgresDialect(url, 'slowReads', onIdleError) })
  const close = async () => {
    await Promise.all([readDb.destroy(), db.destroy()])
  }
  return { db, readDb, integrity: postgresIntegrity(db), dialect: 'postgres', close }
}

function openSqlite(path: string, onSyncFailure: (error: unknown) => void): OpenDatabase {
  const checks = openReaders(path, 1)
  const integrity = sqliteIntegrity(checks)
  const readers = openReaders(path, maxReaders, integrity.noticed)
  const { dialect, cache } = sqliteDialect(path, { onSyncFailure, onDamage: integrity.noticed })
  const db = new Kysely<Schema>({ dialect })
  cacheReads(db, cache)
  const read = ({ sql, parameters }: CompiledQuery) => readers.read({ sql, parameters }, slowReadTimeoutMs)
  const readDb = new Kysely<Schema>({ dialect: readingDialect(read) })
  const close = async () => {
    await Promise.all([readers.close(), checks.close()])
    await db.destroy()
  }
  return { db, readDb, integrity, dialect: 'sqlite', close }
}

interface Opening {
  /** As servers do: SQLite's folder is locked. */
  alone?: boolean
  /** Bring it up to date, refuse another one, or don't look at it. */
  schema?: 'migrate' | 'require' | 'leave'
  /** An idle connection to PostgreSQL broke. */
  onIdleError?(error: Error): void
  /** SQLite could not make its file durable: nothing may be acknowledged any more. */
  onSyncFailure?(error: unknown): void
}

/** In one line, which names the setting: the commonest mistakes of a first start. */
function refusal({ dataDir, databaseUrl }: DatabaseLocation, cause: unknown) {
  const { message, code } = cause as { message?: string; code?: unknown }
  const reason = message || String(code)
  return new OperatorError(
    databaseUrl
      ? `the database of DATABASE_URL is out of reach (${reason})`
      : `DATA_DIR is ${JSON.stringify(dataDir)}; it takes a folder that this account may write to (${reason})`,
    { cause },
  )
}

/** Texts of any language have to fit: another encoding refuses them one by one, later. */
async function requireUnicode(db: Db) {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db)
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8')
    throw new OperatorError(
      `the database of DATABASE_URL has the encoding ${encoding}; it takes UTF8 (createdb -E UTF8 -T template0 …)`,
    )
}

/** False for an account that may not make tables: the migrator's own error hides the reason. */
async function mayMigrate({ db }: OpenDatabase) {
  if (!isPostgres(db)) return true
  const allowed = sql<{ may: boolean }>`select coalesce(has_schema_privilege(current_schema(), 'create'), false) as may`
  return (await allowed.execute(db)).rows[0]?.may === true
}

/** Opens the database, and creates SQLite's if there is none. `OperatorError` if the place doesn't let it. */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  { alone = true, schema = 'migrate', onIdleError = () => {}, onSyncFailure = () => {} }: Opening = {},
): Promise<OpenDatabase & AsyncDisposable> {
  let release = () => {}
  let opened: OpenDatabase | undefined
  const close = async () => {
    await opened?.close()
    release()
  }
  try {
    if (!databaseUrl) {
      // only the server's own account may read its data, in any folder
      process.umask(0o077)
      makeFolder(dataDir)
      if (alone) release = lockFolder(join(dataDir, 'server.lock'))
    }
    opened = databaseUrl ? openPostgres(databaseUrl, onIdleError) : openSqlite(join(dataDir, sqliteFile), onSyncFailure)
    if (databaseUrl) await requireUnicode(opened.db)
    if (schema === 'migrate') await migrate(opened.db)
    if (schema === 'require') await requireCurrentSchema(opened.db)
    return { ...opened, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    const lacksRights = opened && !isUnreachable(error) && !(await mayMigrate(opened).catch(() => true))
    await close()
    if (lacksRights)
      throw new OperatorError(
        'the database of DATABASE_URL lets its account make no tables; it takes one that owns the database (createdb -O …)',
        { cause: error },
      )
    const isOfPlace = isForbidden(error) || (databaseUrl && isUnreachable(error))
    throw isOfPlace ? refusal({ dataDir, databaseUrl }, error) : error
  }
}

/** Refuses a folder that the process's account may not look into: its files would seem to be absent. */
function refuseForbidden(location: DatabaseLocation) {
  try {
    accessSync(location.dataDir, constants.R_OK | constants.X_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw refusal(location, error)
  }
}

/** For a command beside the server, which leaves the schema as it is. Throws `OperatorError` if there is no community. */
export async function withCommunity<T>(
  location: DatabaseLocation,
  work: (db: Db, opened: OpenDatabase) => Promise<T>,
  schema: 'require' | 'leave' = 'require',
): Promise<T> {
  if (!hasDatabase(location)) {
    refuseForbidden(location)
    throw new OperatorError(`There is no community in ${location.dataDir}: check DATA_DIR.`)
  }
  await using opened = await openDatabase(location, { alone: false, schema })
  return await work(opened.db, opened)
}
