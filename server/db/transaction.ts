import { sql } from 'kysely'
import { retry } from '../lib/retry.ts'
import { isTaken } from './errors.ts'
import type { Db, Schema } from './schema.ts'
import { upsert } from './upsert.ts'

const retryableCodes = new Set(['40001', '40P01'])
const options = {
  delaysMs: [0, 0],
  isTransient: (error: unknown) => retryableCodes.has(String((error as { code?: unknown }).code)),
}

/**
 * Runs `work` in one transaction. Only queries belong inside: SQLite has one connection that writes, and any other wait
 * blocks every write. PostgreSQL's deadlocks and serialization failures are retried.
 */
export const transaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  retry(async () => {
    const effects: Effect[] = []
    const result = await db.transaction().execute((tx) => {
      effectsOf.set(tx, effects)
      return work(tx)
    })
    for (const effect of effects) effect()
    return result
  }, options)

type Effect = () => void
const effectsOf = new WeakMap<Db, Effect[]>()

/** Runs `effect` after the commit of the transaction, before its caller goes on; never if it is rolled back. */
export function afterCommit(db: Db, effect: Effect) {
  const effects = effectsOf.get(db)
  if (effects) effects.push(effect)
  else effect()
}

/** Until the end of this transaction, others that take the same lock wait. */
export const lockNamed = (tx: Db, name: Schema['locks']['name']) => upsert(tx, 'locks', { name }, ['name'], { name })

/** Serializes transactions that change active admins. */
export const lockAccounts = (tx: Db) => lockNamed(tx, 'accounts')

type LockedTable = 'users' | 'categories' | 'posts' | 'comments' | 'news' | 'files' | 'chat_messages'

/**
 * Locks a row until the end of the transaction: other transactions that change it wait. The same statement on both
 * databases. False when the row doesn't exist.
 */
export async function lockRow(tx: Db, table: LockedTable, id: string) {
  const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set id = id where id = ${id}`.execute(tx)
  return numAffectedRows > 0n
}

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
