import type { Insertable } from 'kysely'
import { updateUserRow } from '../../accounts/queries.ts'
import { countRows } from '../../db/count.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { countPasskeys, deletePasskeysOf } from '../passkeys/queries.ts'

export const findTotp = (db: Db, userId: string) =>
  db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const listTotp = (db: Db) => db.selectFrom('totp_secrets').select(['user_id', 'secret']).execute()

export const setTotpSecret = (tx: Db, userId: string, secret: string) =>
  tx.updateTable('totp_secrets').set({ secret }).where('user_id', '=', userId).execute()

export const insertTotp = (tx: Db, row: Insertable<Schema['totp_secrets']>) =>
  tx.insertInto('totp_secrets').values(row).execute()

export const setLastStep = (tx: Db, userId: string, lastStep: number) =>
  tx.updateTable('totp_secrets').set({ last_step: lastStep }).where('user_id', '=', userId).execute()

/** False if there was none. */
export const deleteTotp = async (tx: Db, userId: string) =>
  (await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirst()).numDeletedRows > 0n

export const insertRecoveryCodes = (tx: Db, rows: Insertable<Schema['recovery_codes']>[]) =>
  tx.insertInto('recovery_codes').values(rows).execute()

export const listRecoveryCodes = (db: Db, userId: string) =>
  db.selectFrom('recovery_codes').selectAll().where('user_id', '=', userId).execute()

export const countRecoveryCodes = (db: Db, userId: string) =>
  countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))

/** False if it was used already. */
export const deleteRecoveryCode = async (tx: Db, userId: string, hash: string) =>
  (await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash).executeTakeFirst())
    .numDeletedRows > 0n

export const deleteRecoveryCodes = (tx: Db, userId: string) =>
  tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()

/** Besides recovery codes. */
export async function listFactors(db: Db, userId: string) {
  const factors: ('app' | 'passkey')[] = []
  if (await findTotp(db, userId)) factors.push('app')
  if ((await countPasskeys(db, userId)) > 0) factors.push('passkey')
  return factors
}

/**
 * Factors that were added on a device not known before this moment, passkeys that were used since, and recovery codes that
 * were made since. The account asks for a second step all the same: some may have been its person's, whose mailbox alone
 * doesn't open it.
 */
export async function deleteFactorsSince(tx: Db, userId: string, moment: number) {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).where('device_since', '>=', moment).execute()
  await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where((passkey) => passkey.or([passkey('device_since', '>=', moment), passkey('last_used_at', '>=', moment)]))
    .execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('created_at', '>=', moment).execute()
}

export async function deleteFactorsOf(tx: Db, userId: string) {
  await deleteTotp(tx, userId)
  await deletePasskeysOf(tx, userId)
  await deleteRecoveryCodes(tx, userId)
  await updateUserRow(tx, userId, { second_factor_at: null })
}
