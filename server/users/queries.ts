import type { Insertable, Updateable } from 'kysely'
import { type Page, pageOf } from '../db/page.ts'
import type { Db, Schema, UserRow } from '../db/schema.ts'

const accounts = (db: Db) => db.selectFrom('users').where('deleted_at', 'is', null)

export const findUserRow = (db: Db, id: string) => accounts(db).selectAll().where('id', '=', id).executeTakeFirst()

export const findUserByNameKey = (db: Db, nameKey: string) =>
  accounts(db).selectAll().where('name_key', '=', nameKey).executeTakeFirst()

/** The account, held until the end of the transaction: whoever else changes it waits. */
export const lockUser = (tx: Db, id: string) =>
  tx
    .updateTable('users')
    .set((set) => ({ id: set.ref('id') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

const countOf = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number | string | bigint }> }) =>
  Number((await query.executeTakeFirstOrThrow()).count)

export const countUsers = (db: Db) => countOf(accounts(db).select((f) => f.fn.countAll().as('count')))

/** Active admins other than this one. */
export const countOtherActiveAdmins = (tx: Db, id: string) =>
  countOf(
    accounts(tx)
      .select((f) => f.fn.countAll().as('count'))
      .where('role', '=', 'admin')
      .where('deactivated_at', 'is', null)
      .where('id', '!=', id),
  )

/** Accounts by name, those after the given name key. */
export async function listUsers(db: Db, limit: number, after: string | undefined): Promise<Page<UserRow>> {
  const rows = await accounts(db)
    .selectAll()
    .$if(after !== undefined, (query) => query.where('name_key', '>', after as string))
    .orderBy('name_key')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, await countUsers(db), (row) => [row.name_key])
}

export const insertUser = (db: Db, user: Insertable<Schema['users']>) =>
  db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()

export const updateUserRow = (db: Db, id: string, changes: Updateable<Schema['users']>) =>
  db.updateTable('users').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const setPasswordHash = (db: Db, id: string, passwordHash: string) =>
  db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
