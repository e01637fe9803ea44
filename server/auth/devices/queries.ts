import { sql } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import { ifTrusted } from '../../clock/queries.ts'
import type { Db } from '../../db/schema.ts'

const { maxSeenAgain, maxSeenOnce, maxAgeMs } = limits.knownDevices

export const listDevices = (tx: Db, userId: string) =>
  tx
    .selectFrom('known_devices')
    .select(['sign_hash', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .execute()

export const upsertDevices = (tx: Db, userId: string, signs: string[], now: number) =>
  tx
    .insertInto('known_devices')
    .values(signs.map((sign_hash) => ({ user_id: userId, sign_hash, created_at: now, last_seen_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'sign_hash']).doUpdateSet({ last_seen_at: now }))
    .execute()

export const deleteOldDevices = (tx: Db, userId: string, now: number) =>
  tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('last_seen_at', '<=', now - maxAgeMs)
    .where(ifTrusted(now))
    .execute()

/**
 * Deletes the least recently seen of too many signs. Those seen once are counted apart: a program that keeps no cookie
 * leaves one at each sign-in.
 */
export async function deleteExcessDevices(tx: Db, userId: string) {
  const ofPerson = tx.deleteFrom('known_devices').where('user_id', '=', userId)
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

/** Too old to be known. The rows stay until the next sign-in, which is then not the account's first. */
export const forgetDevicesOf = (tx: Db, userId: string) =>
  tx.updateTable('known_devices').set({ last_seen_at: 0 }).where('user_id', '=', userId).execute()

/** The one of these signs by which a device of somebody with this name is known. */
export const findKnownSign = async (db: Db, nameKey: string, signs: string[], now: number) =>
  (
    await db
      .selectFrom('users')
      .innerJoin('known_devices', 'known_devices.user_id', 'users.id')
      .select('known_devices.sign_hash')
      .where('users.name_key', '=', nameKey)
      .where('users.deleted_at', 'is', null)
      .where('known_devices.sign_hash', 'in', signs)
      .where('known_devices.last_seen_at', '>', now - maxAgeMs)
      .limit(1)
      .executeTakeFirst()
  )?.sign_hash
