import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../db/schema.ts'

const { maxSeenAgain, maxSeenOnce, maxAgeMs } = limits.knownDevices

export const listDevices = (tx: Db, userId: string) =>
  tx.selectFrom('known_devices').select(['sign_hash', 'last_seen_at']).where('user_id', '=', userId).execute()

export const upsertDevices = (tx: Db, userId: string, signs: string[], now: number) =>
  tx
    .insertInto('known_devices')
    .values(signs.map((sign_hash) => ({ user_id: userId, sign_hash, created_at: now, last_seen_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'sign_hash']).doUpdateSet({ last_seen_at: now }))
    .execute()

/**
 * Deletes old signs, and the least recently seen of too many. Those seen once are counted apart: a program that keeps no
 * cookie leaves one at each sign-in.
 */
export async function deleteOldDevices(tx: Db, userId: string, now: number) {
  const ofPerson = tx.deleteFrom('known_devices').where('user_id', '=', userId)
  await ofPerson.where('last_seen_at', '<=', now - maxAgeMs).execute()
  for (const { isCounted, max } of [
    { isCounted: sql<boolean>`last_seen_at > created_at`, max: maxSeenAgain },
    { isCounted: sql<boolean>`last_seen_at = created_at`, max: maxSeenOnce },
  ]) {
    const kept = tx
      .selectFrom('known_devices')
      .select('sign_hash')
      .where('user_id', '=', userId)
      .where(isCounted)
      .orderBy('last_seen_at', 'desc')
      .orderBy('sign_hash')
      .limit(max)
    await ofPerson.where(isCounted).where('sign_hash', 'not in', kept).execute()
  }
}

export const deleteDevicesOf = (tx: Db, userId: string) =>
  tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
