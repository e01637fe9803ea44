import type { Insertable } from 'kysely'
import { countRows, findValue } from '../../db/count.ts'
import type { Db, PasskeyRow, Schema } from '../../db/schema.ts'

export const insertChallenge = (db: Db, challenge: Schema['passkey_challenges']) =>
  db.insertInto('passkey_challenges').values(challenge).execute()

/** Its end; undefined if there is no such challenge, or another answer was faster. */
export const deleteChallenge = (
  db: Db,
  { challenge, kind, bound_to }: Pick<Schema['passkey_challenges'], 'challenge' | 'kind' | 'bound_to'>,
) =>
  findValue(
    db
      .deleteFrom('passkey_challenges')
      .where('challenge', '=', challenge)
      .where('kind', '=', kind)
      .where('bound_to', '=', bound_to)
      .returning('expires_at'),
  )

export const deleteExpiredChallenges = (db: Db, now: number) =>
  db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()

export const findPasskey = (db: Db, credentialId: string) =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

export const findPasskeyOf = (db: Db, userId: string, id: string) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

/** The oldest first. */
export const listPasskeys = (db: Db, userId: string) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const countPasskeys = (db: Db, userId: string) =>
  countRows(db.selectFrom('passkeys').where('user_id', '=', userId))

export const insertPasskey = (tx: Db, passkey: Insertable<Schema['passkeys']>) =>
  tx.insertInto('passkeys').values(passkey).execute()

export const updatePasskey = (
  tx: Db,
  id: string,
  changes: Partial<Pick<PasskeyRow, 'name' | 'counter' | 'backed_up' | 'last_used_at'>>,
) => tx.updateTable('passkeys').set(changes).where('id', '=', id).execute()

export const deletePasskey = (tx: Db, id: string) => tx.deleteFrom('passkeys').where('id', '=', id).execute()

export const deletePasskeysOf = (tx: Db, userId: string) =>
  tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
