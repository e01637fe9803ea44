import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { fsync } from '../lib/fsync.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { OperatorError } from '../operator-error.ts'
import { type DatabaseLocation, hasDatabase, openDatabase, sqliteFile, withCommunity } from './db.ts'
import { lockOutServers, withConnection } from './postgres.ts'
import { hasRows, listColumns } from './rows.ts'
import type { Db } from './schema.ts'
import { lockFolder } from './sqlite/locks.ts'
import { transaction } from './transaction.ts'

/** Refuses a database with a working server, and keeps others from starting. Returns a function that lets them start. */
export async function lockOut({ dataDir, databaseUrl }: DatabaseLocation): Promise<() => void | Promise<void>> {
  makeFolder(dataDir)
  if (databaseUrl === undefined) return lockFolder(join(dataDir, 'server.lock'))
  const unlock = await lockOutServers(databaseUrl)
  if (!unlock) throw new OperatorError('a server is running on this database: stop it first')
  return unlock
}

const hasAccounts = async (db: Db) => (await listColumns(db, 'users')).length > 0 && hasRows(db, 'users')

export async function hasCommunity(location: DatabaseLocation) {
  if (location.databaseUrl !== undefined) return withConnection(location.databaseUrl, hasAccounts)
  return hasDatabase(location) && withCommunity(location, hasAccounts, 'leave')
}

/** Makes a new database of SQLite in a folder. Closing it writes its log into the file. */
export async function makeDatabase(dataDir: string, fill: (tx: Db) => Promise<void>) {
  await using opened = await openDatabase({ dataDir }, { schema: 'leave' })
  await transaction(opened.db, fill)
}

/** Replaces all `tables` by those that `fill` makes, or none if it fails or is killed. */
export async function replaceDatabase(location: DatabaseLocation, tables: string[], fill: (tx: Db) => Promise<void>) {
  if (location.databaseUrl !== undefined)
    return withConnection(location.databaseUrl, (db) =>
      transaction(db, async (tx) => {
        await dropCommunity(tx, tables)
        await fill(tx)
      }),
    )
  const target = join(location.dataDir, sqliteFile)
  const folder = join(location.dataDir, 'restoring')
  await rm(folder, { recursive: true, force: true })
  await makeDatabase(folder, fill)
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
