import { sql, type Updateable } from 'kysely'
import { cached } from '../db/cached.ts'
import { listValues } from '../db/count.ts'
import { toEmailKey, toNameKey, toSearchName } from '../db/name-key.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Schema } from '../db/schema.ts'
import { lockRow } from '../db/transaction.ts'
import { invited } from './account-state.ts'

export const accounts = (db: Db) => db.selectFrom('users').where('deleted_at', 'is', null)

export const isAccepted = sql<boolean>`password_hash != ${sql.lit(invited)}`

/** Accounts of people who can sign in: invited people get their invitation only. */
export const activeAccounts = (db: Db) => accounts(db).where('deactivated_at', 'is', null).where(isAccepted)

const userById = prepared((db, { id }: { id: string }) => accounts(db).selectAll().where('id', '=', id))

export const findUserRow = cached((db: Db, id: string) => userById.first(db, { id }))

/** Locks the account until the end of the transaction; undefined if it is deleted. */
export async function lockUser(tx: Db, id: string) {
  await lockRow(tx, 'users', id)
  return findUserRow(tx, id)
}

/** Separates ñ from n in a `name_key`: see `toNameKey`. */
const tildeInKeys = '\u007f'

/**
 * The account that is meant by the typed name or e-mail, where n may stand for ñ if that leaves one account (DECISIONS §2,
 * "Users"). One query, so that an unknown name takes as long as others.
 */
export async function findUserToSignIn(db: Db, typed: string) {
  const key = toNameKey(typed)
  const email = toEmailKey(typed)
  const found = await accounts(db)
    .selectAll()
    .where((user) =>
      user.or([
        user('name_key', '=', key),
        user('email_key', '=', email),
        user(sql<string>`replace(name_key, ${tildeInKeys}, '')`, '=', toSearchName(typed)),
      ]),
    )
    .execute()
  const similar = found.filter((user) => user.email_key !== email)
  return (
    found.find((user) => user.name_key === key) ??
    found.find((user) => user.email_key === email) ??
    (similar.length === 1 ? similar[0] : undefined)
  )
}

/** A name may be somebody else's e-mail. */
export const findIdsByNameOrEmail = (db: Db, nameKey: string, emailKey: string) =>
  listValues(
    accounts(db)
      .select('id')
      .where((user) => user.or([user('name_key', '=', nameKey), user('email_key', '=', emailKey)])),
  )

/** Keys of all stored copies of avatars. */
export const listAvatarKeys = (db: Db) =>
  listValues(
    db
      .selectFrom('users')
      .select('avatar_key')
      .where('avatar_key', 'is not', null)
      .$narrowType<{ avatar_key: string }>(),
  )

/** The person's own choice. */
export const setChosenPassword = (db: Db, id: string, passwordHash: string) =>
  db.updateTable('users').set({ password_hash: passwordHash, must_choose_since: null }).where('id', '=', id).execute()

export const updateUserRow = (db: Db, id: string, changes: Updateable<Schema['users']>) =>
  db.updateTable('users').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
