import { CompiledQuery, sql } from 'kysely'
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
