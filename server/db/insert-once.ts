import { sql } from 'kysely'
import { isTaken } from './errors.ts'
import type { Db } from './schema.ts'

/** The person who made a row, per table: a `client_id` is unique for them. */
const owners = {
  posts: 'author_id',
  comments: 'author_id',
  chat_messages: 'author_id',
  news: 'author_id',
  files: 'uploader_id',
  users: 'created_by',
} as const

async function findId(db: Db, table: keyof typeof owners, by: string, clientId: string) {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${sql.ref(owners[table])} = ${by} and client_id = ${clientId}`.execute(db)
  return rows[0]?.id
}

/**
 * Runs `insert`, which stores a row with this `client_id` and returns its id. For a repeat it returns the first row's id
 * instead, also if both arrive at the same time: the unique index decides. `insert` is a whole transaction, so that a
 * refused one has no effects.
 */
export async function insertOnce(
  db: Db,
  table: keyof typeof owners,
  { by, client_id }: { by: string; client_id: string | null | undefined },
  insert: () => Promise<string>,
): Promise<string> {
  try {
    return await insert()
  } catch (error) {
    // Any unique index of the table: the name of a repeated account may be refused before its `client_id`.
    if (!client_id || !isTaken(error, table)) throw error
    // Without a first row, another row took the name, or the first one was deleted a moment ago.
    return (await findId(db, table, by, client_id)) ?? (await insert())
  }
}
