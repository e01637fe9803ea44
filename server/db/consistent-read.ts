import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type DatabaseLocation, sqliteFile } from './db.ts'
import { typesOfPostgres } from './postgres.ts'

/** A row without the names of its columns: numbers, strings and null. */
type Values = (number | string | null)[]

/** All tables as they were at one moment, whatever others write meanwhile. */
export interface ConsistentRead {
  /** Sorted by name. */
  columnsOf(table: string): Promise<string[]>
  /** Rows in batches, sorted by these columns, which has the same order on both databases. */
  rowsOf(table: string, columns: string[], sortedBy: string[]): AsyncIterable<Values[]>
  close(): Promise<void>
}

const batchSize = 1000
const list = (names: string[]) => names.map((name) => `"${name}"`).join(', ')

/**
 * Begins the read. With SQLite it reads in the thread that asks, and the log of the database grows until `close`: call it
 * in a process that answers nobody.
 */
export const openConsistentRead = ({ dataDir, databaseUrl }: DatabaseLocation): Promise<ConsistentRead> =>
  databaseUrl === undefined ? readSqlite(join(dataDir, sqliteFile)) : readPostgres(databaseUrl)

async function readSqlite(path: string): Promise<ConsistentRead> {
  const sqlite = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  // the moment is that of the first statement
  sqlite.exec('begin; select 1 from sqlite_schema limit 1')
  return {
    async columnsOf(table) {
      const rows = sqlite.prepare('select name from pragma_table_info(?) order by name').all(table)
      return rows.map(({ name }) => String(name))
    },
    async *rowsOf(table, columns, sortedBy) {
      const statement = sqlite.prepare(`select ${list(columns)} from "${table}" order by ${list(sortedBy)}`)
      statement.setReturnArrays(true)
      let batch: Values[] = []
      for (const row of statement.iterate()) {
        batch.push(row as unknown as Values)
        if (batch.length < batchSize) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
    async close() {
      sqlite.close()
    },
  }
}

async function readPostgres(url: string): Promise<ConsistentRead> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, types: typesOfPostgres })
  // a query in progress fails too
  client.on('error', () => {})
  await client.connect()
  const query = async (text: string, values: unknown[] = []) =>
    (await client.query({ text, values, rowMode: 'array' })).rows as Values[]
  await query('begin isolation level repeatable read, read only')
  // the moment is that of the first statement
  await query('select 1')
  return {
    async columnsOf(table) {
      const rows = await query(
        `select column_name::text collate "C" as name from information_schema.columns
        where table_schema = current_schema() and table_name = $1 order by 1`,
        [table],
      )
      return rows.map(([name]) => String(name))
    },
    async *rowsOf(table, columns, sortedBy) {
      await query(`declare rows cursor for select ${list(columns)} from "${table}" order by ${list(sortedBy)}`)
      for (;;) {
        const batch = await query(`fetch ${batchSize} from rows`)
        if (batch.length > 0) yield batch
        if (batch.length < batchSize) break
      }
      await query('close rows')
    },
    async close() {
      await client.end()
    },
  }
}
