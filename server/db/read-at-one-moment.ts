import { join } from 'node:path'
import { Kysely } from 'kysely'
import { type DatabaseLocation, sqliteFile } from './db.ts'
import { postgresDialect } from './postgres.ts'
import type { Db, Schema } from './schema.ts'
import { openConnection } from './sqlite/connection.ts'
import { sqliteDialectOf } from './sqlite/dialect.ts'

/**
 * Runs `work` with a handle that reads the database as it was at one moment, whatever others write meanwhile. With SQLite
 * it reads in the thread that asks, and the log of the database grows until the end: for a process that answers nobody.
 */
export async function readAtOneMoment<T>(
  { dataDir, databaseUrl }: DatabaseLocation,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (databaseUrl === undefined) return readSqlite(join(dataDir, sqliteFile), work)
  const db = new Kysely<Schema>({ dialect: postgresDialect(databaseUrl, 'longRead', () => {}) })
  try {
    return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
  } finally {
    await db.destroy()
  }
}

async function readSqlite<T>(path: string, work: (db: Db) => Promise<T>): Promise<T> {
  const connection = openConnection(path, { readOnly: true })
  // the moment is that of the first statement
  connection.execute('begin', [])
  connection.execute('select 1 from sqlite_schema limit 1', [])
  const handle = {
    executeQuery: async <R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
      const result = connection.execute(sql, parameters)
      return { ...result, rows: result.rows as R[] }
    },
    // biome-ignore lint/correctness/useYield: not supported
    async *streamQuery(): AsyncGenerator<never> {
      throw new Error('rows are not streamed')
    },
  }
  const nothing = async () => {}
  const db = new Kysely<Schema>({
    dialect: sqliteDialectOf(() => ({
      init: nothing,
      acquireConnection: async () => handle,
      releaseConnection: nothing,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      destroy: async () => connection.close(),
    })),
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
