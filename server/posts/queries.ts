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

/** Which posts: published ones, drafts (one author's, or everybody's for 'all'), or both. */
export interface Visible {
  published: boolean
  draftsOf?: string | 'all'
}

const filtered = (db: Db, { published, draftsOf }: Visible, categoryId: string | null | undefined) =>
  db
    .selectFrom('posts')
    .$if(!draftsOf, (query) => query.where('posts.published_at', 'is not', null))
    .$if(!published, (query) => query.where('posts.published_at', 'is', null))
    .$if(draftsOf !== undefined && draftsOf !== 'all', (query) =>
      query.where((post) => {
        const own = post('posts.author_id', '=', draftsOf as string)
        return published ? post.or([post('posts.published_at', 'is not', null), own]) : own
      }),
    )
    .$if(categoryId === null, (query) => query.where('posts.category_id', 'is', null))
    .$if(typeof categoryId === 'string', (query) => query.where('posts.category_id', '=', categoryId as string))

// Published ones and drafts are counted apart: each has an index of its own, both together have none.
async function countPosts(db: Db, { published, draftsOf }: Visible, categoryId: string | null | undefined) {
  const parts: Visible[] = [
    ...(published ? [{ published }] : []),
    ...(draftsOf ? [{ published: false, draftsOf }] : []),
  ]
  let total = 0
  for (const part of parts) {
    const counted = filtered(db, part, categoryId).select(sql<number>`count(*)`.as('count'))
    total += Number((await counted.executeTakeFirstOrThrow()).count)
  }
  return total
}

/** Published posts come by publication, lists with drafts by creation; newest first. */
export async function listPosts(db: Db, visible: Visible, wanted: Wanted): Promise<Page<ListedPostRow>> {
  const { categoryId, limit, after } = wanted
  const byPublication = visible.draftsOf === undefined
  const ids = filtered(db, visible, categoryId)
    .select('posts.id')
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
  const total = await countPosts(db, visible, categoryId)
  return pageOf(rows, limit, total, (row) => (byPublication ? [row.published_at as number, row.id] : [row.id]))
}

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
