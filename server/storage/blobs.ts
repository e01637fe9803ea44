// A write-ahead log of blobs. Rows are in the database, their bytes in the storage, and a crash may come between the two:
// `pending_blobs` names each blob before it is stored or deleted.
import { isLeased } from '../db/leases.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import { poll } from '../lib/poll.ts'
import { measureFile } from './bytes.ts'
import {
  abandonReservation,
  deleteOrphanRow,
  listOrphanKeys,
  releaseBlobs,
  renewReservation,
  reserveBlob,
  takeReservation,
} from './queries.ts'
import { type Blob, type Storage, StorageUnavailable } from './storage.ts'

/** Lifetime of a reservation; the writer renews it at the interval below. */
const reservationMs = 60_000
const renewIntervalMs = 15_000

export interface BlobContext {
  db: Db
  now(): number
  storage: Storage
  log: { warn(about: object, text: string): void }
}

/**
 * Stores a local file under a key that was never used, then runs `commit` in a transaction. If either fails, the blob is
 * deleted. Durable in this order: bytes, row, response. A file of another size than the given one is refused. `measured`: the
 * file is of this process, which has read it.
 */
export async function storeBlob<T>(
  services: BlobContext,
  { key, path, size, measured }: { key: string; path: string; size?: number; measured?: Blob | undefined },
  commit: (tx: Db, bytes: Blob) => Promise<T>,
): Promise<T> {
  const { db, now, storage, log } = services
  const found = measured ?? (await measureFile(path))
  const bytes = { ...found, size: size ?? found.size }
  await reserveBlob(db, key, now() + reservationMs)
  const renewal = poll({
    everyMs: renewIntervalMs,
    work: () => renewReservation(db, key, now() + reservationMs),
    onError: (err) => log.warn({ err }, 'the reservation of a blob could not be renewed'),
  })
  let isExpired = false
  try {
    await storage.put(key, path, bytes)
    return await transaction(db, async (tx) => {
      isExpired = !(await takeReservation(tx, key))
      if (isExpired) fail('unavailable', { retryAfterSeconds: 5 })
      return commit(tx, bytes)
    })
  } catch (error) {
    // If the transaction was committed after all, there is no row to abandon and the blob stays.
    // If a sweep expired the reservation and deleted its row, the blob that was stored since needs a new one.
    await (isExpired ? releaseBlobs(db, [key]) : abandonReservation(db, key)).then(
      // a store that timed out may still be writing: the next sweep deletes the blob
      () => (error instanceof StorageUnavailable ? undefined : deleteOrphans(services, [key])),
      (err) => log.warn({ err }, 'a blob is left for the next sweep'),
    )
    throw error
  } finally {
    void renewal.stop()
  }
}

/**
 * Deletes orphaned blobs, all or the ones in `among`. If the storage refuses, the next sweep deletes the rest; while a
 * snapshot is made, none, as it may name them.
 */
export async function deleteOrphans({ db, now, storage, log }: BlobContext, among?: string[]) {
  const batchSize = 500
  for (;;) {
    const keys = await listOrphanKeys(db, batchSize, among)
    // after the list: what is on it was orphaned before any snapshot that begins now
    if (keys.length > 0 && (await isLeased(db, 'backup', now()))) return
    let failures = 0
    for (const key of keys)
      try {
        await storage.delete(key)
        await deleteOrphanRow(db, key)
      } catch (err) {
        failures++
        log.warn({ err, key }, 'a blob could not be deleted yet')
        if (err instanceof StorageUnavailable) return
      }
    if (keys.length < batchSize || failures > 0) return
  }
}
