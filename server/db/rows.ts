import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from './prepared.ts'
import type { Db, Dialect } from './schema.ts'

const identifier = /^[a-z][a-z0-9_]*$/

/** Inserts rows, each as the text of a JSON object with the same columns. */
export async function insertJson(tx: Db, dialect: Dialect, table: string, columns: string[], rows: string[]) {
  if (![table, ...columns].every((name) => identifier.test(name))) throw new Error(`not names: ${table}, ${columns}`)
  const names = columns.map((name) => `"${name}"`).join(', ')
  const insert = `insert into "${table}" (${names})`
  if (dialect === 'postgres')
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

/** True if the table has a row. */
export const hasRows = async (tx: Db, table: string) =>
  (await tx
    .selectFrom(table as 'users')
    .select(sql`1`.as('one'))
    .limit(1)
    .executeTakeFirst()) !== undefined

export const deleteAllRows = (tx: Db, table: string) => tx.deleteFrom(table as 'users').execute()

/** Names of a table's columns, sorted; none if it isn't there. */
export async function listColumns(db: Db, table: string) {
  const names = isPostgres(db)
    ? sql<{ name: string }>`select column_name::text collate "C" as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} order by 1`
    : sql<{ name: string }>`select name from pragma_table_info(${table}) order by name`
  return (await names.execute(db)).rows.map(({ name }) => name)
}

const batchSize = 1000

/** Rows of any table in the order of its primary key, which is the same on both databases; the columns are sorted by name. */
export async function* readRows(db: Db, table: string, primaryKey: string[]) {
  const columns = sql.join((await listColumns(db, table)).map((name) => sql.ref(name)))
  const key = sql.join(primaryKey.map((name) => sql.ref(name)))
  let after = sql``
  for (;;) {
    const batch = sql<Record<string, number | string | null>>`
      select ${columns} from ${sql.table(table)} ${after} order by ${key} limit ${sql.lit(batchSize)}`
    const { rows } = await batch.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return
    after = sql`where (${key}) > (${sql.join(primaryKey.map((name) => last[name]))})`
  }
}
