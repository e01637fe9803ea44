import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { fsync } from '../lib/fsync.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { OperatorError } from '../operator-error.ts'
import { type DatabaseLocation, hasDatabase, openDatabase, sqliteFile, withCommunity } from './db.ts'
import { lockOutServers, postgresDialect } from './postgres.ts'
import type { Db, Dialect, Schema } from './schema.ts'
import { lockFolder } from './sqlite/lock-folder.ts'
import { transaction } from './transaction.ts'

/** Refuses a database with a working server, and keeps others from starting. Returns a function that lets them start. */
export async function lockOut({ dataDir, databaseUrl }: DatabaseLocation): Promise<() => void | Promise<void>> {
  makeFolder(dataDir)
  if (databaseUrl === undefined) return lockFolder(join(dataDir, 'server.lock'))
  const unlock = await lockOutServers(databaseUrl)
  if (!unlock) throw new OperatorError('a server is running on this database: stop it first')
  return unlock
}

async function withPostgres<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = new Kysely<Schema>({ dialect: postgresDialect(url, 'restore', () => {}) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const hasTable = async (db: Db, name: string) =>
  (await db.introspection.getTables()).some((table) => table.name === name)

const hasAccounts = async (db: Db) =>
  (await hasTable(db, 'users')) && (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

export async function hasCommunity(location: DatabaseLocation) {
  if (location.databaseUrl !== undefined) return withPostgres(location.databaseUrl, hasAccounts)
  return hasDatabase(location) && withCommunity(location, hasAccounts, 'leave')
}

/** Replaces all `tables` by those that `fill` makes, or none if it fails or is killed. */
export async function replaceDatabase(
  location: DatabaseLocation,
  tables: string[],
  fill: (tx: Db, dialect: Dialect) => Promise<void>,
) {
  if (location.databaseUrl !== undefined)
    return withPostgres(location.databaseUrl, (db) =>
      transaction(db, async (tx) => {
        await dropCommunity(tx, tables)
        await fill(tx, 'postgres')
      }),
    )
  const target = join(location.dataDir, sqliteFile)
  const folder = join(location.dataDir, 'restoring')
  await rm(folder, { recursive: true, force: true })
  const { db, close } = await openDatabase({ dataDir: folder }, { schema: 'leave' })
  try {
    await transaction(db, (tx) => fill(tx, 'sqlite'))
  } finally {
    await close()
  }
  // closing it wrote its log into the file
  const made = join(folder, sqliteFile)
  await fsync(made)
  await closeLog(location)
  await rename(made, target)
  await fsync(location.dataDir)
  await rm(folder, { recursive: true, force: true })
}

/** The log of the database that is replaced would be taken for that of the new one. */
async function closeLog(location: DatabaseLocation) {
  const target = join(location.dataDir, sqliteFile)
  if (!existsSync(target)) return
  const { close } = await openDatabase(location, { alone: false, schema: 'leave' })
  await close()
  if ((await stat(`${target}-wal`).catch(() => undefined))?.size)
    throw new OperatorError(`another process uses ${target}: stop it first`)
}

/** Drops the community that is replaced, with the functions of its triggers; other tables of the database stay. */
async function dropCommunity(tx: Db, tables: string[]) {
  const triggers = await sql<{ name: string }>`
    select distinct proname as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and tgrelid in (select to_regclass(quote_ident(t)) from unnest(${tables}::text[]) as t)
  `.execute(tx)
  for (const name of [...tables, DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE])
    await sql`drop table if exists ${sql.table(name)} cascade`.execute(tx)
  for (const { name } of triggers.rows) await sql`drop function ${sql.ref(name)}`.execute(tx)
}
