import { sql, type Updateable } from 'kysely'
import type { LinkKind } from '../../contract/content/link-tokens.ts'
import { cached } from '../db/cached.ts'
import { countAll, countRows, hasChanged } from '../db/count.ts'
import { authorIdUnlessDeleted, type Cursor, octetLength, type Page, pageOf, pageOfTexts } from '../db/page.ts'
import { prepared, preparedInsert, valuesOf } from '../db/prepared.ts'
import { reactionsTo } from '../db/reactions.ts'
import type { Db, Schema } from '../db/schema.ts'
import { type Condition, idsOfDocuments, searchExpression } from '../db/search/search.ts'
import type { Allowed } from '../http/authorize.ts'

/** Posts with the current names of author and category, the count of their comments, and reactions. */
const postsWithNames = (db: Db) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .select([
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
    ])
    .select(['users.name as author_name', 'categories.name as category_name'])
    .select((post) => [
      authorIdUnlessDeleted('posts.author_id').as('author_id'),
      post
        .selectFrom('comments')
        .whereRef('comments.post_id', '=', 'posts.id')
        .select(countAll.as('count'))
        .as('comment_count'),
      reactionsTo('post', 'posts.id').as('reactions'),
    ])

/** Posts with the ids of their covers, null if a cover was deleted. */
const postsWithCovers = (db: Db) =>
  postsWithNames(db)
    .leftJoin('files as covers', (join) =>
      join.onRef('covers.id', '=', 'posts.cover_id').on('covers.has_preview', '=', 1),
    )
    .select('covers.id as cover_id')

export type PostRow = NonNullable<Awaited<ReturnType<typeof findPostRow>>>
type CoveredRow = Awaited<ReturnType<ReturnType<typeof postsWithCovers>['execute']>>[number]
export type ListedPostRow = CoveredRow & { content?: string }

const postById = prepared((db, { id }: { id: string }) =>
  postsWithNames(db).select('posts.content').where('posts.id', '=', id),
)

export const findPostRow = (db: Db, id: string) => postById.first(db, { id })

const accessById = prepared((db, { id }: { id: string }) =>
  db.selectFrom('posts').select(['author_id', 'published_at']).where('id', '=', id),
)

/** The fields of a post that decide about access. */
export const findPostAccess = cached(async (db: Db, id: string) => {
  const row = await accessById.first(db, { id })
  return row && { author_id: row.author_id, is_published: row.published_at !== null }
})

/** Id of a post's author; of a deleted account too. */
export const findPostAuthor = async (tx: Db, postId: string) =>
  (await accessById.firstOrThrow(tx, { id: postId })).author_id

export const insertPost = preparedInsert('posts', [
  ...(['id', 'title', 'content', 'excerpt', 'excerpt_cut', 'word_count', 'category_id', 'author_id'] as const),
  ...(['cover_id', 'client_id', 'published_at', 'announced_at', 'created_at', 'updated_at', 'version'] as const),
])

export const updatePostRow = (
  tx: Db,
  post: Allowed<'post.edit', { id: string }>,
  changes: Omit<Updateable<Schema['posts']>, 'id' | 'version'>,
) =>
  tx
    .updateTable('posts')
    .set(changes)
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', post.id)
    .execute()

/** Records a publication; true for the post's first one. */
export const setAnnounced = (tx: Db, postId: string, at: number) =>
  hasChanged(
    tx.updateTable('posts').set({ announced_at: at }).where('id', '=', postId).where('announced_at', 'is', null),
  )

const linkDeletion = prepared((tx, { postId }: { postId: string }) =>
  tx.deleteFrom('post_links').where('post_id', '=', postId),
)

export async function replaceLinks(tx: Db, postId: string, links: { kind: LinkKind; id: string }[]) {
  await linkDeletion.run(tx, { postId })
  const rows = links.map(({ kind, id }) => ({ post_id: postId, kind, target_id: id }))
  if (rows.length > 0) await tx.insertInto('post_links').values(rows).execute()
}

export const deletePostRow = (tx: Db, post: Allowed<'post.delete', { id: string }>) =>
  tx.deleteFrom('posts').where('id', '=', post.id).execute()

/** Visible posts: published ones, drafts (one author's, or everybody's for 'all'), or both. */
export interface Visible {
  published: boolean
  draftsOf?: string | 'all'
}

export interface ListOptions {
  /** An id; null for posts without a category; undefined for all. */
  categoryId?: string | null | undefined
  /** Condition of the index; undefined for all posts. */
  search?: Condition | undefined
  withContent: boolean
  limit: number
  after: Cursor | undefined
}

/** Values that the statements bind; the strings are empty where `Shape` doesn't use them. */
type Values = {
  authorId: string
  categoryId: string
  search: string
  limit: number
  /** Sort keys of the last post of the page before. */
  published_at: number
  id: string
}

/** Options that change the statements. */
type Shape = {
  published: boolean
  drafts: 'none' | 'own' | 'all'
  category: 'any' | 'none' | 'one'
  isSearched: boolean
  isContinued: boolean
}

const filtered = (db: Db, { authorId, categoryId, search }: Values, shape: Shape) =>
  db
    .selectFrom('posts')
    .$if(shape.drafts === 'none', (query) => query.where('posts.published_at', 'is not', null))
    .$if(!shape.published, (query) => query.where('posts.published_at', 'is', null))
    .$if(shape.drafts === 'own', (query) =>
      query.where((post) => {
        const own = post('posts.author_id', '=', authorId)
        return shape.published ? post.or([post('posts.published_at', 'is not', null), own]) : own
      }),
    )
    .$if(shape.category === 'none', (query) => query.where('posts.category_id', 'is', null))
    .$if(shape.category === 'one', (query) => query.where('posts.category_id', '=', categoryId))
    .$if(shape.isSearched, (query) => query.where('posts.id', 'in', idsOfDocuments(db, 'post', search)))

/** Only published posts are listed by publication, lists with drafts by creation. */
const isByPublication = ({ drafts }: Shape) => drafts === 'none'

const onPage = (db: Db, values: Values, shape: Shape) =>
  filtered(db, values, shape)
    .$if(isByPublication(shape), (query) => query.orderBy('posts.published_at', 'desc'))
    .orderBy('posts.id', 'desc')
    .limit(values.limit)
    .$if(shape.isContinued, (query) =>
      isByPublication(shape)
        ? query.where((post) =>
            post(post.refTuple('posts.published_at', 'posts.id'), '<', post.tuple(values.published_at, values.id)),
          )
        : query.where('posts.id', '<', values.id),
    )

const inOrder = (db: Db, shape: Shape) =>
  postsWithCovers(db)
    .$if(isByPublication(shape), (query) => query.orderBy('posts.published_at', 'desc'))
    .orderBy('posts.id', 'desc')

const summaries = prepared((db, values: Values, shape: Shape) =>
  inOrder(db, shape).where('posts.id', 'in', onPage(db, values, shape).select('posts.id')),
)
const heads = prepared((db, values: Values, shape: Shape) =>
  onPage(db, values, shape).select(['posts.id', 'posts.published_at', octetLength('posts.content').as('bytes')]),
)
const withContents = prepared((db, { ids }: { ids: string[] }, shape: Shape) =>
  inOrder(db, shape).select('posts.content').where('posts.id', 'in', valuesOf(db, ids)),
)

const publishedCount = prepared((db, { categoryId }: Values, { category }: Shape) =>
  db
    .selectFrom('post_counts')
    .$if(category !== 'any', (query) => query.where('category_id', '=', category === 'one' ? categoryId : ''))
    .select(sql<number | null>`sum(published)`.as('count')),
)
const filteredCount = prepared((db, values: Values, shape: Shape) =>
  filtered(db, values, shape).select(countAll.as('count')),
)

async function countPosts(db: Db, values: Values, shape: Shape) {
  if (shape.isSearched) return (await filteredCount.firstOrThrow(db, values, shape)).count
  // separately: published posts and drafts have an index each, both together have none
  const published: Shape = { ...shape, drafts: 'none' }
  const drafts: Shape = { ...shape, published: false }
  return (
    ((shape.published && (await publishedCount.first(db, values, published))?.count) || 0) +
    ((shape.drafts !== 'none' && (await filteredCount.first(db, values, drafts))?.count) || 0)
  )
}

/** Newest first: published posts by publication, lists with drafts by creation. */
export async function listPosts(db: Db, visible: Visible, options: ListOptions): Promise<Page<ListedPostRow>> {
  const { limit, after, search, categoryId } = options
  const { published, draftsOf = '' } = visible
  const shape: Shape = {
    published,
    drafts: draftsOf === '' ? 'none' : draftsOf === 'all' ? 'all' : 'own',
    category: categoryId === undefined ? 'any' : categoryId === null ? 'none' : 'one',
    isSearched: search !== undefined,
    isContinued: after !== undefined,
  }
  const values: Values = {
    authorId: draftsOf,
    categoryId: categoryId ?? '',
    search: search === undefined ? '' : searchExpression(db, 'post', search),
    limit: limit + 1,
    published_at: Number(after?.[0]),
    id: String(after?.at(-1)),
  }
  const total = await countPosts(db, values, shape)
  const keyOf = ({ id, published_at }: Pick<ListedPostRow, 'id' | 'published_at'>) =>
    isByPublication(shape) ? [published_at as number, id] : [id]
  if (!options.withContent) return pageOf(await summaries.all(db, values, shape), limit, total, keyOf)
  const sizes = await heads.all(db, values, shape)
  return pageOfTexts(sizes, limit, total, keyOf, (ids) => withContents.all(db, { ids }, shape))
}

const versionInsertion = prepared((tx, { postId, editorId, at }: { postId: string; editorId: string; at: number }) =>
  tx
    .insertInto('post_versions')
    .columns(['post_id', 'version', 'title', 'content', 'category_id', 'editor_id', 'saved_at'])
    .expression(
      tx
        .selectFrom('posts')
        .select(['id', 'version', 'title', 'content', 'category_id'])
        .select([
          sql<string>`cast(${editorId} as text)`.as('editor_id'),
          sql<number>`cast(${at} as bigint)`.as('saved_at'),
        ])
        .where('id', '=', postId),
    ),
)

/** Stores the post as it is now as a version. */
export const insertVersion = (tx: Db, postId: string, editorId: string, at: number) =>
  versionInsertion.run(tx, { postId, editorId, at })

const versionsWithNames = (db: Db, postId: string) =>
  db
    .selectFrom('post_versions')
    .innerJoin('users', 'users.id', 'post_versions.editor_id')
    .leftJoin('categories', 'categories.id', 'post_versions.category_id')
    .where('post_versions.post_id', '=', postId)
    .select(['post_versions.version', 'post_versions.title', 'post_versions.saved_at'])
    .select(['users.name as editor_name', 'categories.name as category_name'])

/** Newest first. */
export async function listVersions(db: Db, postId: string, limit: number, after: Cursor | undefined) {
  const rows = await versionsWithNames(db, postId)
    .$if(after !== undefined, (query) => query.where('post_versions.version', '<', after?.[0] as number))
    .orderBy('post_versions.version', 'desc')
    .limit(limit + 1)
    .execute()
  const total = await countRows(db.selectFrom('post_versions').where('post_id', '=', postId))
  return pageOf(rows, limit, total, (row) => [row.version])
}

export const deleteVersion = (tx: Db, post: Allowed<'post.edit', { id: string }>, version: number) =>
  tx.deleteFrom('post_versions').where('post_id', '=', post.id).where('version', '=', version).execute()

export type ListedVersionRow = Awaited<ReturnType<typeof listVersions>>['items'][number]

export const findVersion = (db: Db, postId: string, version: number) =>
  versionsWithNames(db, postId)
    .select('post_versions.content')
    .where('post_versions.version', '=', version)
    .executeTakeFirst()
