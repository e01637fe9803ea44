import { hasChanged } from '../db/count.ts'
import type { Db } from '../db/schema.ts'

/** Registers a blob before it is stored. */
export const reserveBlob = (db: Db, key: string, reserved_until: number) =>
  db
    .insertInto('pending_blobs')
    .values({ key, reserved_until })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ reserved_until }))
    .execute()

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
  tx
    .insertInto('pending_blobs')
    .values(keys.map((key) => ({ key, reserved_until: 0 })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ reserved_until: 0 }))
    .execute()

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
export const listOrphanKeys = async (db: Db, limit: number, among?: string[]) =>
  (
    await db
      .selectFrom('pending_blobs')
      .select('key')
      .where('reserved_until', '=', 0)
      .$if(among !== undefined, (query) => query.where('key', 'in', among as string[]))
      .limit(limit)
      .execute()
  ).map(({ key }) => key)

export const deleteOrphanRow = (db: Db, key: string) =>
  db.deleteFrom('pending_blobs').where('key', '=', key).where('reserved_until', '=', 0).execute()

export const listPendingKeys = async (db: Db) =>
  (await db.selectFrom('pending_blobs').select('key').execute()).map(({ key }) => key)
