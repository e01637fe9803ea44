import type { Insertable } from 'kysely'
import { authorIdUnlessDeleted } from '../db/author-id.ts'
import { countRows } from '../db/count.ts'
import { type Cursor, octetLength, type Page, pageOfTexts } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { Allowed } from '../http/authorize.ts'

/** Comments with the current names of their authors, and the fields of the post that decide about access. */
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
    .select(authorIdUnlessDeleted('comments.author_id').as('author_id'))

export type CommentRow = NonNullable<Awaited<ReturnType<typeof findCommentRow>>>

export const findCommentRow = (db: Db, id: string) => withNames(db).where('comments.id', '=', id).executeTakeFirst()

interface ListOptions {
  limit: number
  after: Cursor | undefined
}

/** Oldest first. */
export async function listComments(db: Db, postId: string, { limit, after }: ListOptions): Promise<Page<CommentRow>> {
  const heads = await db
    .selectFrom('comments')
    .select(['id', octetLength('content').as('bytes')])
    .where('post_id', '=', postId)
    .$if(after !== undefined, (query) => query.where('id', '>', after?.[0] as string))
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const total = await countRows(db.selectFrom('comments').where('post_id', '=', postId))
  return pageOfTexts(
    heads,
    limit,
    total,
    (head) => [head.id],
    (ids) => withNames(db).where('comments.id', 'in', ids).orderBy('comments.id').execute(),
  )
}

export const insertComment = (db: Db, comment: Insertable<Schema['comments']>) =>
  db.insertInto('comments').values(comment).execute()

export const updateCommentRow = (
  tx: Db,
  comment: Allowed<'comment.edit', { id: string }>,
  changes: { content: string; updated_at: number },
) => tx.updateTable('comments').set(changes).where('id', '=', comment.id).execute()

export const deleteCommentRow = (tx: Db, comment: Allowed<'comment.delete', { id: string }>) =>
  tx.deleteFrom('comments').where('id', '=', comment.id).execute()
