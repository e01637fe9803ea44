import { type Insertable, sql, type Updateable } from 'kysely'
import { countRows } from '../db/count.ts'
import { authorIdUnlessDeleted, type Cursor, octetLength, type Page, pageOfTexts } from '../db/page.ts'
import { reactionsTo } from '../db/reactions.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { Allowed } from '../http/authorize.ts'

const withNames = (db: Db) =>
  db
    .selectFrom('news')
    .innerJoin('users', 'users.id', 'news.author_id')
    .select(['news.id', 'news.title', 'news.url', 'news.comment', 'news.created_at', 'news.updated_at'])
    .select('users.name as created_by')
    .select(authorIdUnlessDeleted('news.author_id').as('author_id'))
    .select(reactionsTo('news', 'news.id').as('reactions'))

export type NewsRow = NonNullable<Awaited<ReturnType<typeof findNewsRow>>>

export const findNewsRow = (db: Db, id: string) => withNames(db).where('news.id', '=', id).executeTakeFirst()

/** Newest item with this key: see `urlKey`. */
export const findNewsByUrlKey = (db: Db, urlKey: string, except?: string) =>
  withNames(db)
    .where('news.url_key', '=', urlKey)
    .$if(except !== undefined, (query) => query.where('news.id', '!=', except as string))
    .orderBy('news.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const countNews = (db: Db) => countRows(db.selectFrom('news'))

interface ListOptions {
  limit: number
  after: Cursor | undefined
}

/** Newest first. */
export async function listNews(db: Db, { limit, after }: ListOptions): Promise<Page<NewsRow>> {
  const bytes = sql<number>`${octetLength('title')} + ${octetLength('url')} + ${octetLength('comment')}`
  const heads = await db
    .selectFrom('news')
    .select(['id', bytes.as('bytes')])
    .$if(after !== undefined, (query) => query.where('id', '<', after?.[0] as string))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOfTexts(
    heads,
    limit,
    await countNews(db),
    (head) => [head.id],
    (ids) => withNames(db).where('news.id', 'in', ids).orderBy('news.id', 'desc').execute(),
  )
}

export const insertNews = (db: Db, item: Insertable<Schema['news']>) => db.insertInto('news').values(item).execute()

export const updateNewsRow = (
  tx: Db,
  item: Allowed<'news.edit', { id: string }>,
  changes: Omit<Updateable<Schema['news']>, 'id' | 'author_id' | 'created_at'>,
) => tx.updateTable('news').set(changes).where('id', '=', item.id).execute()

export const deleteNewsRow = (tx: Db, item: Allowed<'news.delete', { id: string }>) =>
  tx.deleteFrom('news').where('id', '=', item.id).execute()
