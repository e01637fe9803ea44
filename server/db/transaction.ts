import { retry } from '../lib/retry.ts'
import type { Db } from './schema.ts'

const retryableCodes = new Set(['40001', '40P01'])
const options = {
  delaysMs: [0, 0],
  isTransient: (error: unknown) => retryableCodes.has(String((error as { code?: unknown }).code)),
}

/**
 * Runs `work` in one transaction. Only queries belong inside: SQLite has one connection that writes, and any other wait blocks
 * every request. PostgreSQL's deadlocks and serialization failures are retried.
 */
export const transaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  retry(() => db.transaction().execute(work), options)

/** Serializes transactions that change active admins, until the end of this one. */
export const lockAccounts = (tx: Db) =>
  tx.updateTable('locks').set({ name: 'accounts' }).where('name', '=', 'accounts').execute()
