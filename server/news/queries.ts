import { type Insertable, sql, type Updateable } from 'kysely'
import { type Cursor, type Page, pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { Allowed } from '../http/authorize.ts'
import type { NewsItem } from './wire.ts'

/** Shared links with the current names of who shared them. */
const withNames = (db: Db) =>
  db
    .selectFrom('news')
    .innerJoin('users', 'users.id', 'news.author_id')
    .select(['news.id', 'news.title', 'news.url', 'news.comment', 'news.created_at', 'news.updated_at'])
    .select('users.name as created_by')
    .select((item) =>
      item.case().when('users.deleted_at', 'is', null).then(item.ref('news.author_id')).end().as('author_id'),
    )

export type NewsRow = NonNullable<Awaited<ReturnType<typeof findNewsRow>>>

export const findNewsRow = (db: Db, id: string) => withNames(db).where('news.id', '=', id).executeTakeFirst()

/** What was shared last under this key: see `urlKey`. */
export const findNewsByUrlKey = (db: Db, urlKey: string, except?: string) =>
  withNames(db)
    .where('news.url_key', '=', urlKey)
    .$if(except !== undefined, (query) => query.where('news.id', '!=', except as string))
    .orderBy('news.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function countNews(db: Db) {
  const { count } = await db.selectFrom('news').select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

interface Wanted {
  limit: number
  /** The id of the last one seen. */
  after: Cursor | undefined
}

/** Shared links, newest first. */
export async function listNews(db: Db, { limit, after }: Wanted): Promise<Page<NewsRow>> {
  const rows = await withNames(db)
    .$if(after !== undefined, (query) => query.where('news.id', '<', after?.[0] as string))
    .orderBy('news.id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, await countNews(db), (row) => [row.id])
}

/** Holds the link until the end of the transaction: whoever else changes it waits. */
export const lockNewsItem = (tx: Db, id: string) =>
  tx
    .updateTable('news')
    .set((set) => ({ id: set.ref('id') }))
    .where('id', '=', id)
    .execute()

/** Makes those who look whether there are news at all wait for each other, until the end of this transaction. */
export const lockNews = (tx: Db) =>
  tx
    .insertInto('locks')
    .values({ name: 'news' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: 'news' }))
    .execute()

export const insertNews = (db: Db, item: Insertable<Schema['news']>) => db.insertInto('news').values(item).execute()

export const updateNewsRow = (
  tx: Db,
  item: Allowed<'news.edit', NewsItem>,
  changes: Omit<Updateable<Schema['news']>, 'id' | 'author_id' | 'created_at'>,
) => tx.updateTable('news').set(changes).where('id', '=', item.id).execute()

export const deleteNewsRow = (tx: Db, item: Allowed<'news.edit', NewsItem>) =>
  tx.deleteFrom('news').where('id', '=', item.id).execute()
