import { type Insertable, sql, type Updateable } from 'kysely'
import { type Cursor, type Page, pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { Allowed } from '../http/authorize.ts'
import type { Post } from './wire.ts'

const inList = [
  'posts.id',
  'posts.title',
  'posts.excerpt',
  'posts.excerpt_cut',
  'posts.word_count',
  'posts.category_id',
  'posts.published_at',
  'posts.created_at',
  'posts.updated_at',
  'posts.version',
] as const

/** Posts with the current names of author and category, and how many comments they have. */
const withNames = (db: Db) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .select(inList)
    .select(['users.name as author_name', 'categories.name as category_name'])
    .select((post) => [
      post.case().when('users.deleted_at', 'is', null).then(post.ref('posts.author_id')).end().as('author_id'),
      post
        .selectFrom('comments')
        .whereRef('comments.post_id', '=', 'posts.id')
        .select(sql<number>`count(*)`.as('count'))
        .as('comment_count'),
    ])

export type PostRow = NonNullable<Awaited<ReturnType<typeof findPostRow>>>
export type ListedPostRow = Omit<PostRow, 'content'> & { content?: string }

export const findPostRow = (db: Db, id: string) =>
  withNames(db).select('posts.content').where('posts.id', '=', id).executeTakeFirst()

/** Holds the post until the end of the transaction: whoever else changes it waits. */
export const lockPost = (tx: Db, id: string) =>
  tx
    .updateTable('posts')
    .set((set) => ({ id: set.ref('id') }))
    .where('id', '=', id)
    .execute()

interface Wanted {
  /** An id; null for those without a category; undefined for all. */
  categoryId?: string | null | undefined
  withContent: boolean
  limit: number
  after: Cursor | undefined
}

type Visibility =
  | { show: 'published' }
  /** Published ones and the drafts of one author; of all authors when there is none. */
  | { show: 'with drafts'; of: string | undefined }
  | { show: 'drafts'; of: string }

const filtered = (db: Db, visibility: Visibility, categoryId: string | null | undefined) =>
  db
    .selectFrom('posts')
    .select('posts.id')
    .$if(visibility.show === 'published', (query) => query.where('posts.published_at', 'is not', null))
    .$if(visibility.show === 'drafts', (query) => query.where('posts.published_at', 'is', null))
    .$if(visibility.show === 'drafts', (query) =>
      query.where('posts.author_id', '=', (visibility as { of: string }).of),
    )
    .$if(visibility.show === 'with drafts' && visibility.of !== undefined, (query) =>
      query.where((post) =>
        post.or([
          post('posts.published_at', 'is not', null),
          post('posts.author_id', '=', (visibility as { of: string }).of),
        ]),
      ),
    )
    .$if(categoryId === null, (query) => query.where('posts.category_id', 'is', null))
    .$if(typeof categoryId === 'string', (query) => query.where('posts.category_id', '=', categoryId as string))

/** Published posts come by publication, lists with drafts by creation; newest first. */
export async function listPosts(db: Db, visibility: Visibility, wanted: Wanted): Promise<Page<ListedPostRow>> {
  const { categoryId, limit, after } = wanted
  const byPublication = visibility.show === 'published'
  const ids = filtered(db, visibility, categoryId)
    .$if(byPublication, (query) => query.orderBy('posts.published_at', 'desc'))
    .orderBy('posts.id', 'desc')
    .limit(limit + 1)
    .$if(after !== undefined, (query) =>
      byPublication
        ? query.where((post) =>
            post(
              post.refTuple('posts.published_at', 'posts.id'),
              '<',
              post.tuple(after?.[0] as number, after?.[1] as string),
            ),
          )
        : query.where('posts.id', '<', after?.[0] as string),
    )
  const rows: ListedPostRow[] = await withNames(db)
    .$if(wanted.withContent, (query) => query.select('posts.content'))
    .where('posts.id', 'in', ids)
    .$if(byPublication, (query) => query.orderBy('posts.published_at', 'desc'))
    .orderBy('posts.id', 'desc')
    .execute()
  const { count } = await db
    .selectFrom(filtered(db, visibility, categoryId).as('all_of_them'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return pageOf(rows, limit, Number(count), (row) => (byPublication ? [row.published_at as number, row.id] : [row.id]))
}

export const isActiveCategory = async (db: Db, id: string) =>
  (await db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const insertPost = (db: Db, post: Insertable<Schema['posts']>) => db.insertInto('posts').values(post).execute()

export const updatePostRow = (
  tx: Db,
  post: Allowed<'post.edit', Post>,
  changes: Omit<Updateable<Schema['posts']>, 'id' | 'version'>,
) =>
  tx
    .updateTable('posts')
    .set(changes)
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', post.id)
    .execute()

export const deletePostRow = (tx: Db, post: Allowed<'post.edit', Post>) =>
  tx.deleteFrom('posts').where('id', '=', post.id).execute()
