/** Rows as tests store and read them, without the API. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Schema } from '../../../../server/db/schema.ts'
import { newId } from '../../../../server/ids.ts'

type Table = keyof Schema
type Where<T extends Table> = Partial<Selectable<Schema[T]>>

const conditionsOf = (where: object) => Object.entries(where) as ['phone', string | null][]

/** A hundred at a time: a statement has a limit of values. */
export async function insertRows<T extends Table>(db: Db, table: T, rows: Insertable<Schema[T]>[]) {
  for (let from = 0; from < rows.length; from += 100)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + 100) as never)
      .execute()
}

export async function changeRows<T extends Table>(
  db: Db,
  table: T,
  changes: Updateable<Schema[T]>,
  where: Where<T> = {},
) {
  let query = db.updateTable(table as 'users').set(changes as object)
  for (const [column, value] of conditionsOf(where)) query = query.where(column, value === null ? 'is' : '=', value)
  await query.execute()
}

/** In the order of their ids, where they have any. */
export async function rowsOf<T extends Table>(db: Db, table: T, where: Where<T> = {}) {
  let query = db.selectFrom(table as 'users').selectAll()
  for (const [column, value] of conditionsOf(where)) query = query.where(column, value === null ? 'is' : '=', value)
  const rows: { id?: string }[] = await query.execute()
  return rows.toSorted((a, b) => (a.id ?? '').localeCompare(b.id ?? '')) as unknown as Selectable<Schema[T]>[]
}

/** The first of these rows; fails if there is none. */
export async function rowOf<T extends Table>(db: Db, table: T, where: Where<T> = {}) {
  const [row] = await rowsOf(db, table, where)
  if (!row) throw new Error(`nothing in ${table} is ${JSON.stringify(where)}`)
  return row
}

/** An account that nobody signs in to. */
export const newUser = (
  name: string,
  more: Partial<Insertable<Schema['users']>> = {},
): Insertable<Schema['users']> => ({
  id: newId(),
  name,
  name_key: name.toLowerCase(),
  email: `${name.toLowerCase()}@alejandria.example`,
  email_key: `${name.toLowerCase()}@alejandria.example`,
  role: 'normal',
  password_hash: '',
  created_at: 0,
  ...more,
})

/** A draft, unless it has `published_at`. */
export const newPost = (
  author: { id: string },
  more: Partial<Insertable<Schema['posts']>> = {},
): Insertable<Schema['posts']> => ({
  id: newId(),
  title: 'Sobre las bibliotecas',
  content: 'x',
  excerpt: 'x',
  excerpt_cut: 0,
  word_count: 1,
  author_id: author.id,
  created_at: 0,
  updated_at: 0,
  version: 1,
  ...more,
})
