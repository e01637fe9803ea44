import { sql } from 'kysely'
import { isPostgres, prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'

const healthRow = prepared((db) => db.selectFrom('health').select('id'))

/** Throws when the database doesn't answer. */
export const readHealthRow = (db: Db) => healthRow.firstOrThrow(db, {})

export interface Epoch {
  epoch: string | null
  previous_epoch: string | null
  writes: number
}

const epochColumns = ['epoch', 'previous_epoch', 'writes'] as const

export const readEpoch = (db: Db): Promise<Epoch> =>
  db.selectFrom('health').select(epochColumns).executeTakeFirstOrThrow()

/** Locks the row until the end of the transaction. */
export const lockEpoch = (tx: Db): Promise<Epoch> =>
  tx.updateTable('health').set({ id: 1 }).returning(epochColumns).executeTakeFirstOrThrow()

/** Counts itself: a write that is synced like any other. */
export const countWrite = (db: Db): Promise<Epoch> =>
  db
    .updateTable('health')
    .set(({ eb }) => ({ writes: eb('writes', '+', 1) }))
    .returning(epochColumns)
    .executeTakeFirstOrThrow()

export const setEpoch = (tx: Db, epoch: string, previous: string | null): Promise<Epoch> =>
  tx.updateTable('health').set({ epoch, previous_epoch: previous }).returning(epochColumns).executeTakeFirstOrThrow()

/**
 * Copies SQLite's log into its file. SQLite does it now and then after a commit, but says nothing when it fails then.
 * PostgreSQL ends when a checkpoint fails.
 */
export async function checkpoint(db: Db) {
  if (isPostgres(db)) return
  await sql`pragma wal_checkpoint(passive)`.execute(db)
}
