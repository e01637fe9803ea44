import type { Db } from '../db/schema.ts'

export type Epoch = Awaited<ReturnType<typeof readEpoch>>

const epochColumns = ['epoch', 'previous_epoch', 'writes'] as const

export const readEpoch = (db: Db) => db.selectFrom('health').select(epochColumns).executeTakeFirstOrThrow()

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
