import { hasChanged, listValues } from '../db/count.ts'
import type { Db } from '../db/schema.ts'
import { upsert } from '../db/upsert.ts'

/** Registers a blob before it is stored. */
export const reserveBlob = (db: Db, key: string, reserved_until: number) =>
  upsert(db, 'pending_blobs', { key, reserved_until }, ['key'], { reserved_until })

/** No effect once the reservation was abandoned or has expired. */
export const renewReservation = (db: Db, key: string, reserved_until: number) =>
  db
    .updateTable('pending_blobs')
    .set({ reserved_until })
    .where('key', '=', key)
    .where('reserved_until', '>', 0)
    .execute()

/** Ends a reservation, in the transaction of the row that refers to the blob; false if it has expired. */
export const takeReservation = (tx: Db, key: string) =>
  hasChanged(tx.deleteFrom('pending_blobs').where('key', '=', key).where('reserved_until', '>', 0))

/** Orphans blobs, in the transaction that deletes their row. */
export const releaseBlobs = (tx: Db, keys: string[]) =>
  upsert(
    tx,
    'pending_blobs',
    keys.map((key) => ({ key, reserved_until: 0 })),
    ['key'],
    { reserved_until: 0 },
  )

/** Orphans a reserved blob; a blob with a row has no entry and stays. */
export const abandonReservation = (db: Db, key: string) =>
  db.updateTable('pending_blobs').set({ reserved_until: 0 }).where('key', '=', key).execute()

/** Orphans blobs whose reservation was not renewed since `before`. */
export const expireReservations = (db: Db, before: number) =>
  db
    .updateTable('pending_blobs')
    .set({ reserved_until: 0 })
    .where('reserved_until', '>', 0)
    .where('reserved_until', '<', before)
    .execute()

/** All orphans, or the ones among the given keys. */
export const listOrphanKeys = (db: Db, limit: number, among?: string[]) =>
  listValues(
    db
      .selectFrom('pending_blobs')
      .select('key')
      .where('reserved_until', '=', 0)
      .$if(among !== undefined, (query) => query.where('key', 'in', among as string[]))
      .limit(limit),
  )

export const deleteOrphanRow = (db: Db, key: string) =>
  db.deleteFrom('pending_blobs').where('key', '=', key).where('reserved_until', '=', 0).execute()

export const listPendingKeys = (db: Db) => listValues(db.selectFrom('pending_blobs').select('key'))
