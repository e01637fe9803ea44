import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { UserContents, UserFilter, UserSort } from '../../contract/users.ts'
import { accounts, activeAccounts, isAccepted } from '../accounts/queries.ts'
import { cached } from '../db/cached.ts'
import { countRows, listValues } from '../db/count.ts'
import { type Cursor, type Page, pageOf } from '../db/page.ts'
import { valuesOf } from '../db/prepared.ts'
import type { Db, Schema, UserRow } from '../db/schema.ts'
import { nameTest } from '../search/names.ts'

export const findUserByNameKey = (db: Db, nameKey: string) =>
  accounts(db).selectAll().where('name_key', '=', nameKey).executeTakeFirst()

export const countUsers = (db: Db) => countRows(accounts(db))

export const countOtherActiveAdmins = (tx: Db, id: string) =>
  countRows(activeAccounts(tx).where('role', '=', 'admin').where('id', '!=', id))

/** People who can sign in, by name. */
export const listActiveNames = cached((db: Db) =>
  activeAccounts(db).select(['id', 'name']).orderBy('name_key').execute(),
)

const listSearched = cached((db: Db) => accounts(db).select(['id', 'name', 'email_key', 'phone']).execute())

/** Ids of accounts with all words, each as the beginning of one in the name, the e-mail or the phone. */
export async function listIdsWithWords(db: Db, words: string[]): Promise<string[]> {
  const isFound = nameTest(words)
  return (await listSearched(db))
    .filter(({ name, email_key, phone }) =>
      // numbers are found with and without their spaces
      isFound([name, email_key, phone, phone?.replaceAll(' ', '')].join(' ')),
    )
    .map(({ id }) => id)
}

const filtered = (
  db: Db,
  { ids, role, status, second_factor }: Pick<ListOptions, 'ids' | 'role' | 'status' | 'second_factor'>,
) =>
  accounts(db)
    .$if(role !== undefined, (query) => query.where('role', '=', role as UserRow['role']))
    .$if(status === 'active', (query) => query.where('deactivated_at', 'is', null))
    .$if(status === 'inactive', (query) => query.where('deactivated_at', 'is not', null))
    .$if(second_factor === 'with', (query) => query.where('second_factor_at', 'is not', null))
    .$if(second_factor === 'without', (query) =>
      // invited people are none of those who lack one
      query.where('second_factor_at', 'is', null).where(isAccepted),
    )
    .$if(ids !== undefined, (query) => query.where('id', 'in', valuesOf(db, ids as string[])))

/** Accounts with equal keys are sorted by name. */
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

interface ListOptions extends Pick<UserFilter, 'role' | 'status' | 'second_factor' | 'sort' | 'direction'> {
  /** Ids that a search found; undefined for all people. */
  ids: string[] | undefined
  limit: number
  /** Sort key and name key of the last account seen. */
  after: Cursor | undefined
}

export async function listUsers(db: Db, options: ListOptions): Promise<Page<UserRow>> {
  const { sort, direction, limit, after } = options
  const { key, of } = sortKeys[sort]
  const [sortKey, name] = after ?? []
  const rows = await filtered(db, options)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where((user) =>
        user.or([
          user(key, direction === 'asc' ? '>' : '<', sortKey as string),
          user.and([user(key, '=', sortKey as string), user('name_key', '>', name as string)]),
        ]),
      ),
    )
    .orderBy(key, direction)
    .orderBy('name_key')
    .limit(limit + 1)
    .execute()
  const total = await countRows(filtered(db, options))
  return pageOf(rows, limit, total, (user) => [of(user), user.name_key])
}

export const findUserByAvatarKey = (db: Db, key: string) =>
  accounts(db).selectAll().where('avatar_key', '=', key).executeTakeFirst()

export const listTakenKeys = (db: Db, nameKeys: string[], emailKeys: string[]) =>
  accounts(db)
    .select(['name_key', 'email_key'])
    .where((user) =>
      user.or([
        // PostgreSQL knows no empty list
        ...(nameKeys.length > 0 ? [user('name_key', 'in', nameKeys)] : []),
        ...(emailKeys.length > 0 ? [user('email_key', 'in', emailKeys)] : []),
      ]),
    )
    .execute()

/** Ids of the accounts that an admin made under these ids of the client. */
export const listIdsByClientId = (db: Db, by: string, clientIds: string[]) =>
  listValues(accounts(db).select('id').where('created_by', '=', by).where('client_id', 'in', clientIds))

export const insertUsers = (db: Db, users: Insertable<Schema['users']>[]) =>
  db.insertInto('users').values(users).execute()

/** Counts of what a person has made, by indexes. */
export async function countContents(db: Db, id: string): Promise<UserContents> {
  const posts = db.selectFrom('posts').where('author_id', '=', id)
  const { files, links, bytes } = await db
    .selectFrom('files')
    .where('uploader_id', '=', id)
    .select([
      sql<number>`count(bytes_key)`.as('files'),
      sql<number>`count(original_url)`.as('links'),
      sql<number | string | null>`sum(file_size)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return {
    posts: await countRows(posts.where('published_at', 'is not', null)),
    drafts: await countRows(posts.where('published_at', 'is', null)),
    comments: await countRows(db.selectFrom('comments').where('author_id', '=', id)),
    messages: await countRows(
      db.selectFrom('chat_messages').where('author_id', '=', id).where('deleted_at', 'is', null),
    ),
    news: await countRows(db.selectFrom('news').where('author_id', '=', id)),
    links,
    files,
    bytes: Number(bytes ?? 0),
  }
}

/** Deletes a person's rows of other tables; the user's row itself stays, emptied. */
export async function deletePersonalRows(tx: Db, id: string) {
  for (const table of [
    'mentions',
    'area_visits',
    'chat_readings',
    'notices',
    'notice_choices',
    'notice_settings',
    'post_followings',
    'conversation_visits',
    'known_devices',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  // they have client addresses
  await tx.updateTable('mails').set({ body: '' }).where('author_id', '=', id).where('kind', '=', 'new_device').execute()
  await tx
    .updateTable('deliveries')
    .set({ email: null })
    .where('user_id', '=', id)
    .where('email', 'is not', null)
    .execute()
}
