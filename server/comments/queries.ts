import { sql } from 'kysely'
import { countAll } from '../db/count.ts'
import { authorIdUnlessDeleted, type Cursor, octetLength, type Page, pageOfTexts } from '../db/page.ts'
import { prepared, preparedInsert, valuesOf } from '../db/prepared.ts'
import { reactionsTo } from '../db/reactions.ts'
import type { Db } from '../db/schema.ts'
import type { Allowed } from '../http/authorize.ts'
import { excerptSource } from '../markdown/message-excerpt.ts'

/** Comments with the current names of their authors, and the fields of the post that decide about access. */
const withNames = (db: Db) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.author_id')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .leftJoin('comments as answered', 'answered.id', 'comments.reply_to')
    .leftJoin('users as answered_author', 'answered_author.id', 'answered.author_id')
    .select([
      'comments.id',
      'comments.post_id',
      'comments.content',
      'comments.created_at',
      'comments.updated_at',
      'users.name as author_name',
      'posts.published_at as post_published_at',
      'posts.author_id as post_author_id',
      'comments.reply_to',
      'answered_author.name as quoted_name',
    ])
    .select(sql<string | null>`substr(answered.content, 1, ${sql.lit(excerptSource)})`.as('quoted_text'))
    .select(authorIdUnlessDeleted('comments.author_id').as('author_id'))
    .select(reactionsTo('comment', 'comments.id').as('reactions'))

export type CommentRow = NonNullable<Awaited<ReturnType<typeof findCommentRow>>>

const commentById = prepared((db, { id }: { id: string }) => withNames(db).where('comments.id', '=', id))

export const findCommentRow = (db: Db, id: string) => commentById.first(db, { id })

interface ListOptions {
  limit: number
  after: Cursor | undefined
}

type PageValues = { postId: string; after: string; limit: number }
type Shape = { isContinued: boolean }

const commentSizes = prepared((db, { postId, after, limit }: PageValues, { isContinued }: Shape) =>
  db
    .selectFrom('comments')
    .select(['id', octetLength('content').as('bytes')])
    .where('post_id', '=', postId)
    .$if(isContinued, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit),
)
const commentsById = prepared((db, { ids }: { ids: string[] }) =>
  withNames(db).where('comments.id', 'in', valuesOf(db, ids)).orderBy('comments.id'),
)
const commentCount = prepared((db, { postId }: { postId: string }) =>
  db.selectFrom('comments').where('post_id', '=', postId).select(countAll.as('count')),
)

/** Oldest first. */
export async function listComments(db: Db, postId: string, { limit, after }: ListOptions): Promise<Page<CommentRow>> {
  const values = { postId, after: String(after?.[0]), limit: limit + 1 }
  const total = (await commentCount.first(db, { postId }))?.count ?? 0
  const sizes = await commentSizes.all(db, values, { isContinued: after !== undefined })
  return pageOfTexts(
    sizes,
    limit,
    total,
    ({ id }) => [id],
    (ids) => commentsById.all(db, { ids }),
  )
}

export const insertComment = preparedInsert('comments', [
  ...(['id', 'post_id', 'author_id', 'client_id', 'content', 'created_at', 'updated_at'] as const),
  'reply_to',
])

export const updateCommentRow = (
  tx: Db,
  comment: Allowed<'comment.edit', { id: string }>,
  changes: { content: string; updated_at: number },
) => tx.updateTable('comments').set(changes).where('id', '=', comment.id).execute()

export const deleteCommentRow = (tx: Db, comment: Allowed<'comment.delete', { id: string }>) =>
  tx.deleteFrom('comments').where('id', '=', comment.id).execute()
