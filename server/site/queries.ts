import { type NotNull, sql } from 'kysely'
import { listValues, sumOf } from '../db/count.ts'
import { withMentionNames } from '../db/mentions/names.ts'
import { valuesOf } from '../db/prepared.ts'
import { reactionsTo } from '../db/reactions.ts'
import type { Db } from '../db/schema.ts'

export interface PostFilter {
  /** Null for posts without a category. */
  categoryId?: string | null
  authorId?: string
}

/** Sort key of the last post of a batch. */
interface After {
  published_at: number
  id: string
}

/** The rows after a key, or those of some keys. */
interface Part<K> {
  after?: K | undefined
  limit?: number
  keys?: K[]
}

/** Published posts, newest first, without their texts. */
export async function listPublished(
  db: Db,
  { categoryId, authorId }: PostFilter,
  after: After | undefined,
  limit: number,
) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'posts.title', 'posts.category_id', 'posts.updated_at'])
    .select(['posts.published_at', 'posts.author_id as author', 'users.name as author_name'])
    .select(reactionsTo('post', 'posts.id').as('reactions'))
    .where('posts.published_at', 'is not', null)
    .$if(categoryId === null, (query) => query.where('posts.category_id', 'is', null))
    .$if(typeof categoryId === 'string', (query) => query.where('posts.category_id', '=', categoryId as string))
    .$if(authorId !== undefined, (query) => query.where('posts.author_id', '=', authorId as string))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(posts.published_at, posts.id) < (${after?.published_at}, ${after?.id})`),
    )
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .$narrowType<{ published_at: NotNull }>()
    .execute()
}

export type ListedPost = Awaited<ReturnType<typeof listPublished>>[number]

/** Posts and drafts with their texts, in the order of their ids. */
export const listContents = async (db: Db, ids: string[]) =>
  withMentionNames(
    db,
    await db
      .selectFrom('posts')
      .leftJoin('categories', 'categories.id', 'posts.category_id')
      .select(['posts.id', 'title', 'content', 'posts.created_at', 'updated_at', 'published_at'])
      .select('categories.name as category_name')
      .where('posts.id', 'in', valuesOf(db, ids))
      .orderBy('posts.id')
      .execute(),
    'content',
  )

export type PostWithContent = Awaited<ReturnType<typeof listContents>>[number]

export const findPublished = (db: Db, ids: string[]) =>
  db
    .selectFrom('posts')
    .select(['id', 'title', 'published_at'])
    .where('published_at', 'is not', null)
    .where('id', 'in', valuesOf(db, ids))
    .$narrowType<{ published_at: NotNull }>()
    .execute()

export const listExistingComments = (db: Db, ids: string[]) =>
  db.selectFrom('comments').select(['id', 'post_id']).where('id', 'in', valuesOf(db, ids)).execute()

/** Oldest first, with the post below which each stands, and the fields that decide who sees that one. */
export async function listComments(db: Db, { postId, after, limit, keys }: Part<string> & { postId?: string }) {
  const rows = await db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.author_id')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .leftJoin('comments as answered', 'answered.id', 'comments.reply_to')
    .leftJoin('users as answered_author', 'answered_author.id', 'answered.author_id')
    .select(['comments.id', 'comments.content', 'comments.created_at', 'comments.updated_at', 'comments.reply_to'])
    .select(['comments.author_id as author', 'users.name as author_name', 'answered_author.name as quoted_name'])
    .select(['comments.post_id', 'posts.title as post_title', 'posts.published_at as post_published_at'])
    .select('posts.author_id as post_author_id')
    .select(reactionsTo('comment', 'comments.id').as('reactions'))
    .$if(postId !== undefined, (query) => query.where('comments.post_id', '=', postId as string))
    .$if(after !== undefined, (query) => query.where('comments.id', '>', after as string))
    .$if(keys !== undefined, (query) => query.where('comments.id', 'in', valuesOf(db, keys as string[])))
    .orderBy('comments.id')
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute()
  return withMentionNames(db, rows, 'content')
}

export type ListedComment = Awaited<ReturnType<typeof listComments>>[number]

/** Sorted by name. */
export const listCategories = (db: Db) =>
  db.selectFrom('categories').select(['id', 'name', 'description']).orderBy('name_key').execute()

/** Authors of published posts, by name; a deleted account's texts stay under its name. */
export const listAuthors = (db: Db) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['users.id', 'users.name'])
    .where('posts.published_at', 'is not', null)
    .groupBy(['users.id', 'users.name', 'users.name_key'])
    .orderBy('users.name_key')
    .orderBy('users.id')
    .execute()

/** Newest first; those of some keys oldest first. */
export const listNews = (db: Db, { after, limit, keys }: Part<string>) =>
  db
    .selectFrom('news')
    .innerJoin('users', 'users.id', 'news.author_id')
    .select(['news.id', 'news.title', 'news.url', 'news.comment', 'news.created_at', 'news.updated_at'])
    .select('users.name as author_name')
    .$if(after !== undefined, (query) => query.where('news.id', '<', after as string))
    .$if(keys !== undefined, (query) => query.where('news.id', 'in', valuesOf(db, keys as string[])))
    .orderBy('news.id', keys ? 'asc' : 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute()

export type ListedNews = Awaited<ReturnType<typeof listNews>>[number]

/** Oldest first. */
export async function listMessages(db: Db, { after, limit, keys }: Part<number>) {
  const rows = await db
    .selectFrom('chat_messages')
    .innerJoin('users', 'users.id', 'chat_messages.author_id')
    .select(['chat_messages.seq', 'chat_messages.id', 'chat_messages.message', 'chat_messages.created_at'])
    .select(['chat_messages.reply_to', 'chat_messages.edited_at'])
    .select('users.name as author_name')
    .$if(after !== undefined, (query) => query.where('seq', '>', after as number))
    .$if(keys !== undefined, (query) => query.where('seq', 'in', keys as number[]))
    .where('chat_messages.deleted_at', 'is', null)
    .orderBy('seq')
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute()
  return withMentionNames(db, rows, 'message')
}

export type ListedMessage = Awaited<ReturnType<typeof listMessages>>[number]

interface FileFilter {
  /** Null for files without a category. */
  categoryId?: string | null
  uploaderId?: string
}

/** Files and links, oldest first: of two files with the same name it is the first one's, in each export. */
export const listFiles = (
  db: Db,
  { categoryId, uploaderId }: FileFilter,
  after?: { uploaded_at: number; id: string },
  limit?: number,
) =>
  db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.uploader_id')
    .leftJoin('categories', 'categories.id', 'files.category_id')
    .select(['files.id', 'files.original_name', 'files.title', 'files.description', 'files.file_type'])
    .select(['files.file_size', 'files.bytes_key', 'files.sha256', 'files.original_url', 'files.has_preview'])
    .select(['files.width', 'files.height', 'files.uploaded_at', 'users.name as uploaded_by'])
    .select('categories.name as category_name')
    .$if(categoryId === null, (query) => query.where('files.category_id', 'is', null))
    .$if(typeof categoryId === 'string', (query) => query.where('files.category_id', '=', categoryId as string))
    .$if(uploaderId !== undefined, (query) => query.where('files.uploader_id', '=', uploaderId as string))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(files.uploaded_at, files.id) > (${after?.uploaded_at}, ${after?.id})`),
    )
    .orderBy('files.uploaded_at')
    .orderBy('files.id')
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute()

export type ListedFile = Awaited<ReturnType<typeof listFiles>>[number]

export async function sumOfFiles(db: Db) {
  const files = db.selectFrom('files').where('bytes_key', 'is not', null)
  const { total } = await files.select(sumOf('file_size').as('total')).executeTakeFirstOrThrow()
  return total
}

// A person's own things: keys are read first, texts in small batches later: a slow download holds no transaction.

export const listOwnPosts = (db: Db, authorId: string) =>
  db
    .selectFrom('posts')
    .select(['id', 'title', 'created_at', 'published_at'])
    .where('author_id', '=', authorId)
    .orderBy('id')
    .execute()

export type OwnPost = Awaited<ReturnType<typeof listOwnPosts>>[number]

export const listOwnIds = (db: Db, table: 'comments' | 'news', authorId: string) =>
  listValues(db.selectFrom(table).select('id').where('author_id', '=', authorId).orderBy('id'))

export const listMessageSeqs = (db: Db, authorId: string) =>
  listValues(
    db
      .selectFrom('chat_messages')
      .select('seq')
      .where('author_id', '=', authorId)
      .where('deleted_at', 'is', null)
      .orderBy('seq'),
  )

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
