import type { NotNull } from 'kysely'
import { countAll, countRows } from '../db/count.ts'
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
      query.where((post) =>
        post(
          post.refTuple('posts.published_at', 'posts.id'),
          '<',
          post.tuple(after?.published_at as number, after?.id as string),
        ),
      ),
    )
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .$narrowType<{ published_at: NotNull }>()
    .execute()
}

export type ListedPost = Awaited<ReturnType<typeof listPublished>>[number]

export const listContents = async (db: Db, ids: string[]) =>
  withMentionNames(
    db,
    await db.selectFrom('posts').select(['id', 'content']).where('id', 'in', valuesOf(db, ids)).execute(),
    'content',
  )

/** Those of these ids that are published posts. */
export const findPublished = (db: Db, ids: string[]) =>
  db
    .selectFrom('posts')
    .select(['id', 'title', 'published_at'])
    .where('published_at', 'is not', null)
    .where('id', 'in', valuesOf(db, ids))
    .$narrowType<{ published_at: NotNull }>()
    .execute()

/** Those of these ids that are comments. */
export const listExistingComments = (db: Db, ids: string[]) =>
  db.selectFrom('comments').select(['id', 'post_id']).where('id', 'in', valuesOf(db, ids)).execute()

/** Oldest first. */
export async function listComments(db: Db, postId: string, after: string, limit: number) {
  const rows = await db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.author_id')
    .leftJoin('comments as answered', 'answered.id', 'comments.reply_to')
    .leftJoin('users as answered_author', 'answered_author.id', 'answered.author_id')
    .select(['comments.id', 'comments.content', 'comments.created_at', 'comments.updated_at', 'comments.reply_to'])
    .select(['comments.author_id as author', 'users.name as author_name', 'answered_author.name as quoted_name'])
    .select(reactionsTo('comment', 'comments.id').as('reactions'))
    .where('comments.post_id', '=', postId)
    .where('comments.id', '>', after)
    .orderBy('comments.id')
    .limit(limit)
    .execute()
  return withMentionNames(db, rows, 'content')
}

export type ListedComment = Awaited<ReturnType<typeof listComments>>[number]

/** By name, with the counts of their published posts. */
export const listCategories = (db: Db) =>
  db
    .selectFrom('categories')
    .select(['categories.id', 'categories.name', 'categories.description'])
    .select((category) => [
      category
        .selectFrom('posts')
        .whereRef('posts.category_id', '=', 'categories.id')
        .where('posts.published_at', 'is not', null)
        .select(countAll.as('count'))
        .as('posts'),
      category
        .selectFrom('files')
        .whereRef('files.category_id', '=', 'categories.id')
        .select(countAll.as('count'))
        .as('files'),
    ])
    .orderBy('categories.name_key')
    .execute()

export const countWithoutCategory = async (db: Db) => ({
  posts: await countRows(db.selectFrom('posts').where('published_at', 'is not', null).where('category_id', 'is', null)),
  files: await countRows(db.selectFrom('files').where('category_id', 'is', null)),
})

/** Authors of published posts, by name; a deleted account's texts stay under its name. */
export const listAuthors = (db: Db) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['users.id', 'users.name'])
    .select(countAll.as('posts'))
    .where('posts.published_at', 'is not', null)
    .groupBy(['users.id', 'users.name', 'users.name_key'])
    .orderBy('users.name_key')
    .orderBy('users.id')
    .execute()

/** Newest first. */
export const listNews = (db: Db, before: string | undefined, limit: number) =>
  db
    .selectFrom('news')
    .innerJoin('users', 'users.id', 'news.author_id')
    .select(['news.id', 'news.title', 'news.url', 'news.comment', 'news.created_at', 'news.updated_at'])
    .select('users.name as author_name')
    .$if(before !== undefined, (query) => query.where('news.id', '<', before as string))
    .orderBy('news.id', 'desc')
    .limit(limit)
    .execute()

export type ListedNews = Awaited<ReturnType<typeof listNews>>[number]

/** Oldest first. */
export async function listMessages(db: Db, after: number, limit: number) {
  const rows = await db
    .selectFrom('chat_messages')
    .innerJoin('users', 'users.id', 'chat_messages.author_id')
    .select(['chat_messages.seq', 'chat_messages.id', 'chat_messages.message', 'chat_messages.created_at'])
    .select(['chat_messages.reply_to', 'chat_messages.edited_at'])
    .select('users.name as author_name')
    .where('seq', '>', after)
    .where('chat_messages.deleted_at', 'is', null)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return withMentionNames(db, rows, 'message')
}

/** Files and links of a category, oldest first: of two files with the same name it is the first one's, in each export. */
export const listFiles = (
  db: Db,
  categoryId: string | null,
  after: { uploaded_at: number; id: string } | undefined,
  limit: number,
) =>
  db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.uploader_id')
    .select([
      'files.id',
      'files.original_name',
      'files.title',
      'files.description',
      'files.file_type',
      'files.file_size',
    ])
    .select([
      'files.bytes_key',
      'files.sha256',
      'files.original_url',
      'files.has_preview',
      'files.width',
      'files.height',
    ])
    .select(['files.uploaded_at', 'users.name as uploaded_by'])
    .$if(categoryId === null, (query) => query.where('files.category_id', 'is', null))
    .$if(categoryId !== null, (query) => query.where('files.category_id', '=', categoryId as string))
    .$if(after !== undefined, (query) =>
      query.where((file) =>
        file(
          file.refTuple('files.uploaded_at', 'files.id'),
          '>',
          file.tuple(after?.uploaded_at as number, after?.id as string),
        ),
      ),
    )
    .orderBy('files.uploaded_at')
    .orderBy('files.id')
    .limit(limit)
    .execute()

export type ListedFile = Awaited<ReturnType<typeof listFiles>>[number]

export const sumOfFiles = async (db: Db) =>
  Number(
    (
      await db
        .selectFrom('files')
        .select(({ fn }) => fn.sum<number | string | null>('file_size').as('total'))
        .where('bytes_key', 'is not', null)
        .executeTakeFirstOrThrow()
    ).total ?? 0,
  )
