import { CompiledQuery, sql } from 'kysely'
import { readInBatches } from '../lib/batches.ts'
import { hasRow } from './count.ts'
import { isPostgres } from './prepared.ts'
import type { Db } from './schema.ts'

const identifier = /^[a-z][a-z0-9_]*$/

/** Inserts rows, each as the text of a JSON object with the same columns. */
export async function insertJson(tx: Db, table: string, columns: string[], rows: string[]) {
  if (![table, ...columns].every((name) => identifier.test(name))) throw new Error(`not names: ${table}, ${columns}`)
  const names = columns.map((name) => `"${name}"`).join(', ')
  const insert = `insert into "${table}" (${names})`
  if (isPostgres(tx))
    return tx.executeQuery(
      CompiledQuery.raw(`${insert} select ${names} from json_populate_recordset(null::"${table}", $1::json)`, [
        `[${rows.join(',')}]`,
      ]),
    )
  // faster than json_each, which reads each object once for every column
  const placeholders = `(${columns.map(() => '?').join(', ')})`
  const values = rows.flatMap((row) => {
    const object = JSON.parse(row)
    return columns.map((column) => object[column] ?? null)
  })
  return tx.executeQuery(CompiledQuery.raw(`${insert} values ${rows.map(() => placeholders).join(', ')}`, values))
}

export const hasRows = (tx: Db, table: string) => hasRow(tx.selectFrom(table as 'users'))

export const deleteAllRows = (tx: Db, table: string) => tx.deleteFrom(table as 'users').execute()

/** Names of a table's columns, sorted; none if it isn't there. PostgreSQL looks for it as in any query, by the search path. */
export async function listColumns(db: Db, table: string) {
  const names = isPostgres(db)
    ? sql<{ name: string }>`select attname::text collate "C" as name from pg_attribute
        where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped order by 1`
    : sql<{ name: string }>`select name from pragma_table_info(${table}) order by name`
  return (await names.execute(db)).rows.map(({ name }) => name)
}

const batchSize = 1000
type Row = Record<string, number | string | null>

/** Rows of any table in the order of its primary key, which is the same on both databases; the columns are sorted by name. */
export async function* readRows(db: Db, table: string, primaryKey: string[]) {
  const columns = sql.join((await listColumns(db, table)).map((name) => sql.ref(name)))
  const key = sql.join(primaryKey.map((name) => sql.ref(name)))
  async function read(last: Row | undefined, limit: number) {
    const after = last ? sql`where (${key}) > (${sql.join(primaryKey.map((name) => last[name]))})` : sql``
    const batch = sql<Row>`select ${columns} from ${sql.table(table)} ${after} order by ${key} limit ${sql.lit(limit)}`
    return (await batch.execute(db)).rows
  }
  for await (const rows of readInBatches(batchSize, read)) yield* rows
}

interface Definition {
  table: string
  name: string
  definition: string
  /** 'f' for a foreign key, 'u' for a unique constraint; null for an index. */
  constraint: 'f' | 'u' | null
}

/**
 * Fills tables of PostgreSQL several times faster: their indexes and foreign keys are made when all rows are there, and the
 * foreign keys checked then. Primary keys and triggers stay.
 */
export async function withoutIndexes(tx: Db, tables: string[], fill: () => Promise<void>) {
  const found = await listDefinitions(tx, tables)
  // foreign keys depend on unique constraints
  const foreignKeys = found.filter(({ constraint }) => constraint === 'f')
  const others = found.filter(({ constraint }) => constraint !== 'f')
  for (const each of [...foreignKeys, ...others]) await drop(tx, each)
  await fill()
  // an index of a million rows is sorted in memory, not on the disk
  await sql`set local maintenance_work_mem = '128MB'`.execute(tx)
  for (const each of [...others, ...foreignKeys]) await create(tx, each)
}

const listDefinitions = async (tx: Db, tables: string[]) =>
  (
    await sql<Definition>`
      with filled as (select to_regclass(quote_ident(name)) as id from unnest(${tables}::text[]) as name)
      select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition, contype as constraint
      from pg_constraint where conrelid in (select id from filled) and contype in ('f', 'u')
      union all
      select indrelid::regclass::text, relname, pg_get_indexdef(indexrelid), null
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid in (select id from filled) and not indisprimary
        and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)
      order by 1, 2
    `.execute(tx)
  ).rows

// names and definitions are the database's own, of our migrations
const drop = (tx: Db, { table, name, constraint }: Definition) =>
  (constraint
    ? sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`
    : sql`drop index ${sql.id(name)}`
  ).execute(tx)

const create = (tx: Db, { table, name, definition, constraint }: Definition) =>
  (constraint
    ? sql`alter table ${sql.raw(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`
    : sql.raw(definition)
  ).execute(tx)
