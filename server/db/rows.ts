import { sql } from 'kysely'
import type { Db, Dialect } from './schema.ts'

const identifier = /^[a-z][a-z0-9_]*$/

/** Inserts rows, each as the text of a JSON object with the same columns. */
export async function insertJson(tx: Db, dialect: Dialect, table: string, columns: string[], rows: string[]) {
  if (![table, ...columns].every((name) => identifier.test(name))) throw new Error(`not names: ${table}, ${columns}`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const json = `[${rows.join(',')}]`
  const values =
    dialect === 'postgres'
      ? sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
      : sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${json})`
  await sql`insert into ${sql.table(table)} (${names}) ${values}`.execute(tx)
}

/** Whether there is any row. */
export const hasRows = async (tx: Db, table: string) =>
  (await tx
    .selectFrom(table as 'users')
    .select(sql`1`.as('one'))
    .limit(1)
    .executeTakeFirst()) !== undefined

export const deleteAllRows = (tx: Db, table: string) => tx.deleteFrom(table as 'users').execute()
