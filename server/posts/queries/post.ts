import type { Updateable } from 'kysely'
import { authorIdUnlessDeleted } from '../../db/author-id.ts'
import { cached } from '../../db/cached.ts'
import { countAll } from '../../db/count.ts'
import { prepared, preparedInsert } from '../../db/prepared.ts'
import { reactionsTo } from '../../db/reactions.ts'
import type { Db, Schema } from '../../db/schema.ts'
import type { Allowed } from '../../http/authorize.ts'

const columns = [
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

/** Posts with the current names of author and category, the count of their comments, and reactions. */
const postsWithNames = (db: Db) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .select(columns)
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
export const postsWithCovers = (db: Db) =>
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
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select('posts.published_at')
    .select(authorIdUnlessDeleted('posts.author_id').as('author_id'))
    .where('posts.id', '=', id),
)

/** The fields of a post that decide about access. */
export const findPostAccess = cached(async (db: Db, id: string) => {
  const row = await accessById.first(db, { id })
  return row && { author_id: row.author_id, is_published: row.published_at !== null }
})

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

export const deletePostRow = (tx: Db, post: Allowed<'post.delete', { id: string }>) =>
  tx.deleteFrom('posts').where('id', '=', post.id).execute()
