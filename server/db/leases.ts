// Tasks that one process at a time may do, and that a dead process leaves to others after a while.
import { maxSkewMs } from '../lib/time.ts'
import type { Db, Schema } from './schema.ts'

export type LeaseName = Schema['leases']['name']

/** No lease is longer. */
const maxLeaseMs = 10 * 60_000

/** Takes or renews the lease; false while another holder's is valid. Those of one name have the same length. */
export const takeLease = async (db: Db, name: LeaseName, holder: string, now: number, until: number) => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('leases')
    .values({ name, holder, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, until })
        .where((lease) =>
          lease.or([
            lease('leases.holder', '=', holder),
            lease('leases.until', '<=', now),
            lease('leases.until', '>', until + maxSkewMs),
          ]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Without `holder`, whoever holds it. */
export const deleteLease = (db: Db, name: LeaseName, holder?: string) =>
  db
    .deleteFrom('leases')
    .where('name', '=', name)
    .$if(holder !== undefined, (query) => query.where('holder', '=', holder as string))
    .execute()

export const isLeased = async (db: Db, name: LeaseName, now: number) =>
  (await db
    .selectFrom('leases')
    .select('name')
    .where('name', '=', name)
    .where('until', '>', now)
    .where('until', '<=', now + maxLeaseMs + maxSkewMs)
    .executeTakeFirst()) !== undefined

/** Its holder, also after its time. */
export const readLease = async (db: Db, name: LeaseName) =>
  (await db.selectFrom('leases').select('holder').where('name', '=', name).executeTakeFirst())?.holder

/** Locks the lease's row until the end of the transaction; false if another holder has it. */
export const lockLease = async (tx: Db, name: LeaseName, holder: string) =>
  (
    await tx
      .updateTable('leases')
      .set({ holder })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .executeTakeFirst()
  ).numUpdatedRows > 0n
