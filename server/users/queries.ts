import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { UserFilter, UserSort } from '../../contract/auth.ts'
import { type Cursor, type Page, pageOf } from '../db/page.ts'
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

/** Begins a word, beside spaces: of names, and of the parts of addresses and numbers. */
const separators = [...".@-_+'’()/,&"]

// ñ is searched as n: see `foldName`; a number is found with its spaces and without.
const sought = separators.reduce<RawBuilder<string>>(
  (text, separator) => sql`replace(${text}, ${separator}, ' ')`,
  sql`' ' || replace(name_key, ${'\u007f'}, '') || ' ' || email_key ||
      coalesce(' ' || lower(phone) || ' ' || replace(phone, ' ', ''), '')`,
)

const filtered = (db: Db, { words, role, status }: Pick<Wanted, 'words' | 'role' | 'status'>) =>
  accounts(db)
    .$if(role !== undefined, (query) => query.where('role', '=', role as UserRow['role']))
    .$if(status === 'active', (query) => query.where('deactivated_at', 'is', null))
    .$if(status === 'inactive', (query) => query.where('deactivated_at', 'is not', null))
    .$if(words.length > 0, (query) =>
      query.where((user) => user.and(words.map((word) => user(sought, 'like', `% ${word}%`)))),
    )

/** By what accounts are sorted; those that are alike in it come by name. */
const sortKeys = {
  name: { key: sql<string>`name_key`, of: (user: UserRow) => user.name_key },
  email: { key: sql<string>`email_key`, of: (user: UserRow) => user.email_key },
  role: { key: sql<string>`role`, of: (user: UserRow) => user.role },
  status: {
    key: sql<number>`case when deactivated_at is null then 0 else 1 end`,
    of: (user: UserRow) => (user.deactivated_at === null ? 0 : 1),
  },
  created: { key: sql<number>`created_at`, of: (user: UserRow) => user.created_at },
} satisfies Record<UserSort, { key: RawBuilder<string | number>; of: (user: UserRow) => string | number }>

interface Wanted extends Pick<UserFilter, 'role' | 'status' | 'sort' | 'direction'> {
  /** Each begins a word of name, e-mail or phone: see `server/search/words.ts`. */
  words: string[]
  limit: number
  /** Sort key and name key of the last account seen. */
  after: Cursor | undefined
}

/** Accounts, those after a place. */
export async function listUsers(db: Db, wanted: Wanted): Promise<Page<UserRow>> {
  const { sort, direction, limit, after } = wanted
  const { key, of } = sortKeys[sort]
  const [place, name] = after ?? []
  const rows = await filtered(db, wanted)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where((user) =>
        user.or([
          user(key, direction === 'asc' ? '>' : '<', place as string),
          user.and([user(key, '=', place as string), user('name_key', '>', name as string)]),
        ]),
      ),
    )
    .orderBy(key, direction)
    .orderBy('name_key')
    .limit(limit + 1)
    .execute()
  const total = await countOf(filtered(db, wanted).select((f) => f.fn.countAll().as('count')))
  return pageOf(rows, limit, total, (user) => [of(user), user.name_key])
}

/** Those of the archive's files that are pictures. */
export const findPictures = async (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : (await db.selectFrom('files').select('id').where('id', 'in', ids).where('has_preview', '=', 1).execute()).map(
        ({ id }) => id,
      )

export const insertUser = (db: Db, user: Insertable<Schema['users']>) =>
  db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()

export const updateUserRow = (db: Db, id: string, changes: Updateable<Schema['users']>) =>
  db.updateTable('users').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const setPasswordHash = (db: Db, id: string, passwordHash: string) =>
  db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()

/** Nothing but the row, and the name under what was written, stays of an account. */
export async function deleteTraces(tx: Db, id: string) {
  await tx.deleteFrom('section_visits').where('user_id', '=', id).execute()
  await tx.deleteFrom('chat_readings').where('user_id', '=', id).execute()
}
