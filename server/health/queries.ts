import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '../db/schema.ts'

export const readHealthRow = (db: Db) => db.selectFrom('health').select('id').executeTakeFirstOrThrow()

/** Changes nothing, but is written and synced like any other change. */
export const writeHealthRow = (db: Db) => db.updateTable('health').set({ id: 1 }).execute()

/**
 * Copies SQLite's log into its file. SQLite does it now and then after a commit, but says nothing when it fails then.
 * PostgreSQL ends when a checkpoint fails.
 */
export async function checkpoint(db: Db) {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  await sql`pragma wal_checkpoint(passive)`.execute(db)
}
