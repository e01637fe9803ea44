import { type RawBuilder, sql } from 'kysely'
import { cached } from '../db/cached.ts'
import { withMentionNames } from '../db/mentions/names.ts'
import { valuesOf } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import { reverse, type Word } from '../db/search/documents.ts'
import type { DocumentKind } from '../db/search/schema.ts'
import { isMarkdown, listUserNames, searchedText } from '../search/queries.ts'

const listCategoryNames = cached((db: Db) =>
  db
    .selectFrom('categories')
    .select(['id', 'name', 'description'])
    .where('deactivated_at', 'is', null)
    .orderBy('name_key')
    .orderBy('id')
    .execute(),
)

/** All people, and the categories that members see, by name. */
export const listNames = async (db: Db) => ({
  users: await listUserNames(db),
  categories: await listCategoryNames(db),
})

/** A document as its hit shows it. */
export interface FoundText {
  id: string
  title: string
  /** In NFC. */
  text: string
  isMarkdown: boolean
  /** Pages of a file. */
  content?: string | null
  file_type?: string
  has_preview?: number
  author_name: string
  at: number
  /** Post of a comment. */
  post_id: string
}

const readers = {
  post: (db: Db) =>
    db
      .selectFrom('posts as item')
      .select(['item.title', 'item.content as text', 'item.id as post_id'])
      .innerJoin('users', 'users.id', 'item.author_id')
      .select(sql<number>`coalesce(item.published_at, item.created_at)`.as('at')),
  comment: (db: Db) =>
    db
      .selectFrom('comments as item')
      .innerJoin('posts', 'posts.id', 'item.post_id')
      .innerJoin('users', 'users.id', 'item.author_id')
      .select(['posts.title', 'item.content as text', 'item.post_id', 'item.created_at as at']),
  message: (db: Db) =>
    db
      .selectFrom('chat_messages as item')
      .innerJoin('users', 'users.id', 'item.author_id')
      .select([sql<string>`''`.as('title'), 'item.message as text', sql<string>`''`.as('post_id')])
      .select('item.created_at as at'),
  news: (db: Db) =>
    db
      .selectFrom('news as item')
      .innerJoin('users', 'users.id', 'item.author_id')
      .select(['item.title', sql<string>`''`.as('post_id'), 'item.created_at as at'])
      .select(sql<string>`coalesce(item.comment || ' ', '') || item.url`.as('text')),
  file: (db: Db) =>
    db
      .selectFrom('files as item')
      .innerJoin('users', 'users.id', 'item.uploader_id')
      .select([sql<string>`coalesce(item.title, item.original_name)`.as('title'), sql<string>`''`.as('post_id')])
      .select(['item.uploaded_at as at', 'item.file_type', 'item.has_preview'])
      // a link with a title shows its address beneath
      .select(
        sql<string>`coalesce(item.description, '') || case when item.title is null then '' else ' ' || item.original_name end`.as(
          'text',
        ),
      )
      .select((file) =>
        file.selectFrom('file_texts').whereRef('file_id', '=', 'item.id').select('file_texts.content').as('content'),
      ),
} satisfies Record<DocumentKind, unknown>
type Reader = (typeof readers)['comment']

/** Leaves out what was deleted or hidden since; `draftsOf` as in `findDocuments`. */
export async function readFoundTexts(
  db: Db,
  kind: DocumentKind,
  ids: string[],
  draftsOf: string,
): Promise<Map<string, FoundText>> {
  if (ids.length === 0) return new Map()
  const postOf = sql.ref(kind === 'post' ? 'item' : 'posts')
  const rows = await (readers[kind] as Reader)(db)
    .select(['item.id', 'users.name as author_name'])
    .where('item.id', 'in', valuesOf(db, ids))
    .$if((kind === 'post' || kind === 'comment') && draftsOf !== 'all', (query) =>
      query.where(sql<boolean>`(${postOf}.published_at is not null or ${postOf}.author_id = ${draftsOf})`),
    )
    .execute()
  const named = await withMentionNames(db, rows, 'text')
  return new Map(
    named.map((row) => {
      const text = searchedText(kind, row.text).normalize('NFC')
      return [row.id, { ...row, text, isMarkdown: isMarkdown(kind) }]
    }),
  )
}

const last = '\u{10ffff}'
const beginsWith = (column: RawBuilder<string>, beginning: string) =>
  sql<boolean>`(${column} >= ${beginning} and ${column} < ${beginning + last})`

/** Words of about this length with the same first or the same second half, up to `max` of each: of a word with one wrong letter one half is right. */
export async function listSimilarWords(db: Db, word: string, max: number): Promise<Word[]> {
  const letters = [...word]
  const half = Math.ceil(letters.length / 2)
  const parts = [
    beginsWith(sql`word`, letters.slice(0, half - 1).join('')),
    beginsWith(sql`reversed`, reverse(letters.slice(half + 1).join(''))),
  ]
  const difference = sql`abs(length(word) - ${letters.length})`
  const hasLength = sql<boolean>`length(word) between ${letters.length - 2} and ${letters.length + 2}`
  const found: Word[] = []
  for (const part of parts)
    found.push(
      ...(await db
        .selectFrom('search_words')
        .select(['word', 'typed'])
        .where(part)
        .where(hasLength)
        .orderBy(difference)
        .limit(max)
        .execute()),
    )
  return found
}
