// Rows and bytes lie in two places, and a crash may come between them. What is being stored, and what is to be deleted,
// is written down first (`loose_bytes`): after a crash nothing has to be looked for.
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import type { Services } from '../services.ts'
import { hashOf } from '../storage/incoming.ts'
import { type Bytes, StorageUnavailable } from '../storage/storage.ts'
import { forgetGivenUp, giveUpBytes, holdBytes, holdOn, listGivenUp, releaseBytes, takeBytes } from './queries.ts'

/** Milliseconds for which bytes are held without a word from who stores them, and how often that one speaks. */
const heldFor = 60_000
const holdEvery = 15_000
/** Who stores bytes, or deletes them. */
export type Storing = Pick<Services, 'db' | 'now' | 'storage' | 'log'>

/**
 * Stores the bytes of a local file under a key that was never used, then runs `vouch` in a transaction: with its rows the
 * bytes are kept, and without them they go. Durable in this order: bytes, row, answer.
 */
export async function storeBytes<T>(
  services: Storing,
  key: string,
  path: string,
  bytes: Bytes,
  vouch: (tx: Db) => Promise<T>,
): Promise<T> {
  const { db, now, storage, log } = services
  await holdBytes(db, key, now() + heldFor)
  const holding = setInterval(() => {
    holdOn(db, key, now() + heldFor).catch((err) => log.warn({ err }, 'could not hold on to bytes'))
  }, holdEvery)
  let isLost = false
  try {
    await storage.put(key, path, bytes)
    return await transaction(db, async (tx) => {
      isLost = !(await takeBytes(tx, key))
      if (isLost) fail('unavailable', { retryAfter: 5 })
      return vouch(tx)
    })
  } catch (error) {
    // when the transaction went through after all, there is no entry any more and the bytes stay
    // a sweep that came before the bytes has forgotten the key: it is written down again
    await (isLost ? releaseBytes(db, [key]) : giveUpBytes(db, key)).then(
      // a store that fell silent may still be at it: the next sweep deletes what came of it
      () => (error instanceof StorageUnavailable ? undefined : deleteGivenUp(services, [key])),
      (err) => log.warn({ err }, 'bytes are left for the next sweep'),
    )
    throw error
  } finally {
    clearInterval(holding)
  }
}

/** The same for a local file of which nothing is known yet but its size. */
export const describeBytes = async (path: string, size: number): Promise<Bytes> => ({
  size,
  sha256: await hashOf(path),
})

/** Deletes bytes that were given up: of these keys, or of all. What can't be deleted now waits for the next time. */
export async function deleteGivenUp({ db, storage, log }: Storing, among?: string[]) {
  const batch = 500
  for (;;) {
    const keys = await listGivenUp(db, batch, among)
    let left = 0
    for (const key of keys)
      try {
        await storage.delete(key)
        await forgetGivenUp(db, key)
      } catch (err) {
        left++
        log.warn({ err, key }, 'bytes could not be deleted yet')
        if (err instanceof StorageUnavailable) return
      }
    if (keys.length < batch || left > 0) return
  }
}
