import { withMentionNames } from '../db/mentions/names.ts'
import type { Db } from '../db/schema.ts'
import { batches } from '../lib/batches.ts'

// Ids are read first, texts in small parts later: a slow download holds no transaction.

export const listPosts = (db: Db, authorId: string) =>
  db
    .selectFrom('posts')
    .select(['id', 'title', 'created_at', 'published_at'])
    .where('author_id', '=', authorId)
    .orderBy('id')
    .execute()

export type ListedPost = Awaited<ReturnType<typeof listPosts>>[number]

/** With their bytes, and links, which have none. */
export const listFiles = (db: Db, uploaderId: string) =>
  db
    .selectFrom('files')
    .leftJoin('categories', 'categories.id', 'files.category_id')
    .select([
      'files.id',
      'original_name',
      'files.title',
      'files.description',
      'file_type',
      'file_size',
      'width',
      'height',
      'bytes_key',
      'original_url',
    ])
    .select(['uploaded_at', 'categories.name as category_name'])
    .where('uploader_id', '=', uploaderId)
    .orderBy('files.id')
    .execute()

export type ListedFile = Awaited<ReturnType<typeof listFiles>>[number]

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

/** Rows of these keys, in parts, in the order of the keys; without those that are gone. */
async function* inParts<K, T>(keys: K[], size: number, read: (part: K[]) => Promise<T[]>) {
  for (const part of batches(keys, size)) yield* await read(part)
}

/** With the present names in the mentions of a field. */
async function* named<T extends object>(db: Db, field: keyof T, rows: AsyncGenerator<T>) {
  for await (const row of rows) yield* await withMentionNames(db, [row], field)
}

const longTextBatchSize = 20
const shortTextBatchSize = 100

export const readPosts = (db: Db, ids: string[]) =>
  named(
    db,
    'content',
    inParts(ids, longTextBatchSize, (part) =>
      db
        .selectFrom('posts')
        .leftJoin('categories', 'categories.id', 'posts.category_id')
        .select(['posts.id', 'title', 'content', 'posts.created_at', 'updated_at', 'published_at'])
        .select('categories.name as category_name')
        .where('posts.id', 'in', part)
        .orderBy('posts.id')
        .execute(),
    ),
  )

export type PostWithContent = Awaited<ReturnType<ReturnType<typeof readPosts>['next']>>['value'] & object

/** With the post below which each stands, the fields that decide who sees that one, and the author of an answered comment. */
export const readComments = (db: Db, ids: string[]) =>
  named(
    db,
    'content',
    inParts(ids, shortTextBatchSize, (part) =>
      db
        .selectFrom('comments')
        .innerJoin('posts', 'posts.id', 'comments.post_id')
        .leftJoin('comments as answered', 'answered.id', 'comments.reply_to')
        .leftJoin('users as answered_author', 'answered_author.id', 'answered.author_id')
        .select(['comments.id', 'comments.content', 'comments.created_at', 'comments.updated_at', 'comments.post_id'])
        .select(['comments.reply_to', 'answered_author.name as quoted_name'])
        .select(['posts.title as post_title', 'posts.published_at as post_published_at'])
        .select('posts.author_id as post_author_id')
        .where('comments.id', 'in', part)
        .orderBy('comments.id')
        .execute(),
    ),
  )

export const readMessages = (db: Db, seqs: number[]) =>
  named(
    db,
    'message',
    inParts(seqs, shortTextBatchSize, (part) =>
      db
        .selectFrom('chat_messages')
        .select(['id', 'message', 'created_at'])
        .where('seq', 'in', part)
        .orderBy('seq')
        .execute(),
    ),
  )

export const readNews = (db: Db, ids: string[]) =>
  inParts(ids, shortTextBatchSize, (part) =>
    db
      .selectFrom('news')
      .select(['id', 'title', 'url', 'comment', 'created_at', 'updated_at'])
      .where('id', 'in', part)
      .orderBy('id')
      .execute(),
  )
