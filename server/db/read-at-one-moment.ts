import { join } from 'node:path'
import { type CompiledQuery, Kysely } from 'kysely'
import { type DatabaseLocation, sqliteFile } from './db.ts'
import { withConnection } from './postgres.ts'
import type { Db, Schema } from './schema.ts'
import { openConnection } from './sqlite/connection.ts'
import { readingDialect } from './sqlite/dialect.ts'
import { executeUnlocked } from './sqlite/locks.ts'

/**
 * Runs `work` with a handle that reads the database as it was at one moment, whatever others write meanwhile. With SQLite
 * it reads in the thread that asks, and the log of the database grows until the end: for a process that answers nobody.
 */
export async function readAtOneMoment<T>(
  { dataDir, databaseUrl }: DatabaseLocation,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (databaseUrl === undefined) return readSqlite(join(dataDir, sqliteFile), work)
  return withConnection(databaseUrl, (db) =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
  )
}

async function readSqlite<T>(path: string, work: (db: Db) => Promise<T>): Promise<T> {
  const connection = openConnection(path, { readOnly: true })
  const read = ({ sql, parameters }: CompiledQuery) => connection.execute(sql, parameters).rows
  try {
    connection.execute('begin')
    // the moment is that of the first statement
    await executeUnlocked(performance.now(), () => connection.execute('select 1 from sqlite_schema limit 1'))
    return await work(new Kysely<Schema>({ dialect: readingDialect(read) }))
  } finally {
    connection.close()
  }
}
