import { sql } from 'kysely'
import { isPostgres, prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'

const healthRow = prepared((db) => db.selectFrom('health').select('id'))

/** Throws when the database doesn't answer. */
export const readHealthRow = (db: Db) => healthRow.firstOrThrow(db, {})

/**
 * Copies SQLite's log into its file. SQLite does it now and then after a commit, but says nothing when it fails then.
 * PostgreSQL ends when a checkpoint fails.
 */
export async function checkpoint(db: Db) {
  if (isPostgres(db)) return
  await sql`pragma wal_checkpoint(passive)`.execute(db)
}
