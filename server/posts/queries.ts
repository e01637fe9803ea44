import { type Insertable, sql, type Updateable } from 'kysely'
import type { LinkKind } from '../../contract/link-tokens.ts'
import { type Cursor, type Page, pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'
import { postsWithWords } from '../db/search.ts'
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

/** The account that a post is under, which may be an emptied one. */
export const findAuthorId = (db: Db, id: string) =>
  db.selectFrom('posts').select('author_id').where('id', '=', id).executeTakeFirst()

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
  /** Each has to be in its title, its content or its author's name: see `server/search/words.ts`. */
  words?: string[]
  withContent: boolean
  limit: number
  after: Cursor | undefined
}

/** Which posts: published ones, drafts (one author's, or everybody's for 'all'), or both. */
export interface Visible {
  published: boolean
  draftsOf?: string | 'all'
}

/** What the posts somebody looks for have: words in the text, and perhaps one of some authors. */
interface Sought {
  words: string[]
  authors?: string[]
}
type Narrowed = Pick<Wanted, 'categoryId'> & { sought: Sought[] }

/**
 * How posts can have all of these words: in their text, or some of them in the name of their author. Authors are asked
 * first, as nearly no search names one: for the others it is one look into the index of words.
 */
async function waysToHave(db: Db, words: string[]): Promise<Sought[]> {
  const ways = new Map<string, Sought & { authors: string[] }>()
  // ñ is searched as n: see `foldName`
  const name = sql<string>`' ' || replace(name_key, ${'\u007f'}, '')`
  const called = await db
    .selectFrom('users')
    .select(['id', name.as('name')])
    .where((user) => user.or(words.map((word) => user(name, 'like', `% ${word}%`))))
    .execute()
  for (const { id, name } of called) {
    const rest = words.filter((word) => !name.includes(` ${word}`))
    const way = ways.get(rest.join(' ')) ?? { words: rest, authors: [] }
    way.authors.push(id)
    ways.set(rest.join(' '), way)
  }
  return [{ words }, ...ways.values()]
}

const filtered = (db: Db, { published, draftsOf }: Visible, { categoryId, sought }: Narrowed) =>
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
    .$if(sought.length > 0, (query) =>
      query.where((post) =>
        post.or(
          sought.map(({ words, authors }) =>
            post.and([
              ...(words.length > 0 ? [post('posts.id', 'in', postsWithWords(db, words))] : []),
              ...(authors ? [post('posts.author_id', 'in', authors)] : []),
            ]),
          ),
        ),
      ),
    )

// Published ones and drafts are counted apart: each has an index of its own, both together have none.
async function countPosts(db: Db, { published, draftsOf }: Visible, narrowed: Narrowed) {
  const parts: Visible[] = [
    ...(published ? [{ published }] : []),
    ...(draftsOf ? [{ published: false, draftsOf }] : []),
  ]
  let total = 0
  for (const part of parts) {
    const counted = filtered(db, part, narrowed).select(sql<number>`count(*)`.as('count'))
    total += Number((await counted.executeTakeFirstOrThrow()).count)
  }
  return total
}

/** Published posts come by publication, lists with drafts by creation; newest first. */
export async function listPosts(db: Db, visible: Visible, wanted: Wanted): Promise<Page<ListedPostRow>> {
  const { limit, after, words = [] } = wanted
  const narrowed = { categoryId: wanted.categoryId, sought: words.length > 0 ? await waysToHave(db, words) : [] }
  const byPublication = visible.draftsOf === undefined
  const ids = filtered(db, visible, narrowed)
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
  const total = await countPosts(db, visible, narrowed)
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

/** Says that a post was published, and whether that is the first time. */
export async function setAnnounced(tx: Db, id: string, at: number) {
  const result = await tx
    .updateTable('posts')
    .set({ announced_at: at })
    .where('id', '=', id)
    .where('announced_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

/** What a text is found and followed by: its words and its links. */
export async function replaceDerived(tx: Db, postId: string, body: string, links: { kind: LinkKind; id: string }[]) {
  await tx
    .insertInto('post_texts')
    .values({ post_id: postId, body })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ body }))
    .execute()
  await tx.deleteFrom('post_links').where('post_id', '=', postId).execute()
  const rows = links.map(({ kind, id }) => ({ post_id: postId, kind, target_id: id }))
  if (rows.length > 0) await tx.insertInto('post_links').values(rows).execute()
}

/** Keeps a post as it is now, under its version. */
export const insertVersion = (tx: Db, postId: string, editor_id: string, saved_at: number) =>
  tx
    .insertInto('post_versions')
    .columns(['post_id', 'version', 'title', 'content', 'category_id', 'editor_id', 'saved_at'])
    .expression(
      tx
        .selectFrom('posts')
        .select(['id', 'version', 'title', 'content', 'category_id'])
        .select([
          sql<string>`cast(${editor_id} as text)`.as('editor_id'),
          sql<number>`cast(${saved_at} as bigint)`.as('saved_at'),
        ])
        .where('id', '=', postId),
    )
    .execute()

const versions = (db: Db, postId: string) =>
  db
    .selectFrom('post_versions')
    .innerJoin('users', 'users.id', 'post_versions.editor_id')
    .leftJoin('categories', 'categories.id', 'post_versions.category_id')
    .where('post_versions.post_id', '=', postId)
    .select(['post_versions.version', 'post_versions.title', 'post_versions.saved_at'])
    .select(['users.name as editor_name', 'categories.name as category_name'])

/** How a post was saved before, the latest first. */
export async function listVersions(db: Db, postId: string, limit: number, after: Cursor | undefined) {
  const rows = await versions(db, postId)
    .$if(after !== undefined, (query) => query.where('post_versions.version', '<', after?.[0] as number))
    .orderBy('post_versions.version', 'desc')
    .limit(limit + 1)
    .execute()
  const { count } = await db
    .selectFrom('post_versions')
    .where('post_id', '=', postId)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return pageOf(rows, limit, Number(count), (row) => [row.version])
}

export type ListedVersionRow = Awaited<ReturnType<typeof listVersions>>['items'][number]

export const findVersion = (db: Db, postId: string, version: number) =>
  versions(db, postId).select('post_versions.content').where('post_versions.version', '=', version).executeTakeFirst()

export const deletePostRow = (tx: Db, post: Allowed<'post.edit', Post>) =>
  tx.deleteFrom('posts').where('id', '=', post.id).execute()
