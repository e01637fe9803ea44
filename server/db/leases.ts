// Work that one process at a time may do, and that a dead process leaves to others after a while.
import { keepRenewed } from '../lib/poll.ts'
import { maxSkewMs } from '../lib/time.ts'
import { findValue, hasChanged, hasRow } from './count.ts'
import type { Db, Schema } from './schema.ts'

type LeaseName = Schema['leases']['name']

/** Copies for a snapshot may slow a machine down; for anything else of a dead process nobody waits longer than needed. */
const lifetimeMsOf = (name: LeaseName) => (name === 'backup' || name === 'nightly backup' ? 120_000 : 30_000)

export type Lease = NonNullable<Awaited<ReturnType<typeof acquireLease>>>

/** Takes a lease that is renewed until its release; undefined while another holder has it. */
export async function acquireLease({ db, now }: { db: Db; now(): number }, name: LeaseName, holder: string) {
  const renewal = await keepRenewed(lifetimeMsOf(name), () => takeLease(db, name, holder, now()), now)
  return (
    renewal && {
      isHeld: renewal.isHeld,
      /** Locks its row until the end of the transaction, for which a process that takes it over waits; false if one has. */
      lock: (tx: Db) => lockLease(tx, name, holder),
      async release() {
        // a renewal in progress would take it again
        await renewal.stop()
        await deleteLease(db, name, holder)
      },
    }
  )
}

/** Does `work` with the lease; undefined, and nothing is done, while another process has it. */
export async function withLease<T>(
  { newId, ...context }: { db: Db; now(): number; newId(): string },
  name: LeaseName,
  work: (lease: Lease) => Promise<T>,
): Promise<T | undefined> {
  const lease = await acquireLease(context, name, newId())
  return lease && work(lease).finally(lease.release)
}

/** False while another holder's is valid. One that ends later than any can is of a time when the clock was wrong. */
function takeLease(db: Db, name: LeaseName, holder: string, now: number) {
  const until = now + lifetimeMsOf(name)
  const insert = db.insertInto('leases').values({ name, holder, until })
  return hasChanged(
    insert.onConflict((conflict) =>
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
    ),
  )
}

const lockLease = (tx: Db, name: LeaseName, holder: string) =>
  hasChanged(tx.updateTable('leases').set({ holder }).where('name', '=', name).where('holder', '=', holder))

/** Without `holder`, whoever holds it. */
export const deleteLease = (db: Db, name: LeaseName, holder?: string) =>
  db
    .deleteFrom('leases')
    .where('name', '=', name)
    .$if(holder !== undefined, (query) => query.where('holder', '=', holder as string))
    .execute()

export const isLeased = (db: Db, name: LeaseName, now: number) =>
  hasRow(
    db
      .selectFrom('leases')
      .where('name', '=', name)
      .where('until', '>', now)
      .where('until', '<=', now + lifetimeMsOf(name) + maxSkewMs),
  )

/** Its holder, also after its time. */
export const findLeaseHolder = (db: Db, name: LeaseName) =>
  findValue(db.selectFrom('leases').select('holder').where('name', '=', name))
