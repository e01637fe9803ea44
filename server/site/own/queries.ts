import type { Db } from '../../db/schema.ts'

// Keys are read first, texts in small batches later: a slow download holds no transaction.

export const listPosts = (db: Db, authorId: string) =>
  db
    .selectFrom('posts')
    .select(['id', 'title', 'created_at', 'published_at'])
    .where('author_id', '=', authorId)
    .orderBy('id')
    .execute()

export type ListedPost = Awaited<ReturnType<typeof listPosts>>[number]

const idsOf = async (db: Db, table: 'comments' | 'news', authorId: string) =>
  (await db.selectFrom(table).select('id').where('author_id', '=', authorId).orderBy('id').execute()).map(
    ({ id }) => id,
  )

export const listCommentIds = (db: Db, authorId: string) => idsOf(db, 'comments', authorId)

export const listNewsIds = (db: Db, authorId: string) => idsOf(db, 'news', authorId)

export const listMessageSeqs = async (db: Db, authorId: string) =>
  (
    await db
      .selectFrom('chat_messages')
      .select('seq')
      .where('author_id', '=', authorId)
      .where('deleted_at', 'is', null)
      .orderBy('seq')
      .execute()
  ).map(({ seq }) => seq)

/** Kind and id of each thing with the person's emoji. */
export const listReactions = (db: Db, userId: string) =>
  db
    .selectFrom('reactions')
    .select(['kind', 'target_id as id', 'emoji', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('target_id')
    .orderBy('emoji')
    .execute()
