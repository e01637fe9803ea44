import { type Insertable, sql } from 'kysely'
import { type Cursor, type Page, pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { Allowed } from '../http/authorize.ts'
import type { Comment } from './wire.ts'

/** Comments with the current names of their authors, and as much of the post as decides who sees them. */
const withNames = (db: Db) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.author_id')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select([
      'comments.id',
      'comments.post_id',
      'comments.content',
      'comments.created_at',
      'comments.updated_at',
      'users.name as author_name',
      'posts.published_at as post_published_at',
      'posts.author_id as post_author_id',
    ])
    .select((comment) =>
      comment.case().when('users.deleted_at', 'is', null).then(comment.ref('comments.author_id')).end().as('author_id'),
    )

export type CommentRow = NonNullable<Awaited<ReturnType<typeof findCommentRow>>>

export const findCommentRow = (db: Db, id: string) => withNames(db).where('comments.id', '=', id).executeTakeFirst()

interface Wanted {
  limit: number
  /** The id of the last one seen. */
  after: Cursor | undefined
}

/** The comments of a post, oldest first. */
export async function listComments(db: Db, postId: string, { limit, after }: Wanted): Promise<Page<CommentRow>> {
  const rows = await withNames(db)
    .where('comments.post_id', '=', postId)
    .$if(after !== undefined, (query) => query.where('comments.id', '>', after?.[0] as string))
    .orderBy('comments.id')
    .limit(limit + 1)
    .execute()
  const { count } = await db
    .selectFrom('comments')
    .where('post_id', '=', postId)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return pageOf(rows, limit, Number(count), (row) => [row.id])
}

/** Holds the comment until the end of the transaction: whoever else changes it waits. */
export const lockComment = (tx: Db, id: string) =>
  tx
    .updateTable('comments')
    .set((set) => ({ id: set.ref('id') }))
    .where('id', '=', id)
    .execute()

export const insertComment = (db: Db, comment: Insertable<Schema['comments']>) =>
  db.insertInto('comments').values(comment).execute()

export const updateCommentRow = (
  tx: Db,
  comment: Allowed<'comment.edit', Comment>,
  changes: { content: string; updated_at: number },
) => tx.updateTable('comments').set(changes).where('id', '=', comment.id).execute()

export const deleteCommentRow = (tx: Db, comment: Allowed<'comment.edit', Comment>) =>
  tx.deleteFrom('comments').where('id', '=', comment.id).execute()
