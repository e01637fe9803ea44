import type { Db } from './schema.ts'

const deadlock = new Set(['40001', '40P01'])
const attempts = 3

/**
 * Runs `work` in one transaction. Only queries belong inside: SQLite has one connection, and whoever waits for anything
 * else in here stops everybody. PostgreSQL's deadlocks and serialisation failures are tried again.
 */
export async function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === attempts || !deadlock.has(String((error as { code?: unknown }).code))) throw error
    }
}

/** Makes transactions that change who is an active admin wait for each other, until the end of this one. */
export const lockAccounts = (tx: Db) =>
  tx.updateTable('locks').set({ name: 'accounts' }).where('name', '=', 'accounts').execute()
