import { sql } from 'kysely'
import { retry } from '../lib/retry.ts'
import type { Db, Schema } from './schema.ts'

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
export const lockNamed = (tx: Db, name: Schema['locks']['name']) =>
  tx
    .insertInto('locks')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .execute()

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
