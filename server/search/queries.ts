import { sql } from 'kysely'
import { mentionsIn, showMentions } from '../../contract/markdown/mentions.ts'
import { withWholeWords } from '../../contract/text/invisible.ts'
import { cached } from '../db/cached.ts'
import { countRows, hasRow } from '../db/count.ts'
import { withMentionNames } from '../db/mentions/names.ts'
import { isPostgres, prepared } from '../db/prepared.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { DocumentKind } from '../db/search/schema.ts'
import { joinedTexts, readImages } from '../markdown/plain-text.ts'

/** All people, by name. */
export const listUserNames = cached((db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'deactivated_at', 'deleted_at'])
    .orderBy('name_key')
    .orderBy('id')
    .execute(),
)

export type Source = Schema['search_fills']['source']

export interface SearchedRow {
  id: string
  title: string
  text: string
  /** Further tokens, with spaces between them. */
  tokens?: string | null
  /** Ids of the people whom the text names. */
  mentioned?: string[]
  author_id: string
  category_id: string | null
  at: number
}

const none = sql<string | null>`cast(null as text)`
const noTitle = sql<string>`''`
const moment = sql<number>`coalesce(published_at, created_at)`

const readers = {
  post: (db: Db) =>
    db.selectFrom('posts').select(['id', 'title', 'content as text', 'author_id', 'category_id', moment.as('at')]),
  comment: (db: Db) =>
    db
      .selectFrom('comments')
      .select(['id', noTitle.as('title'), 'content as text', 'author_id', none.as('category_id'), 'created_at as at']),
  message: (db: Db) =>
    db
      .selectFrom('chat_messages')
      .select(['id', noTitle.as('title'), 'message as text', 'author_id', none.as('category_id'), 'created_at as at'])
      .where('deleted_at', 'is', null),
  news: (db: Db) =>
    db
      .selectFrom('news')
      .select(['id', 'title', 'author_id', none.as('category_id'), 'created_at as at'])
      .select(sql<string>`coalesce(comment, '') || ' ' || url`.as('text')),
  file: (db: Db) =>
    db
      .selectFrom('files')
      .select(['id', 'uploader_id as author_id', 'category_id', 'uploaded_at as at'])
      .select(sql<string>`coalesce(title, original_name)`.as('title'))
      .select(
        sql<string>`coalesce(description, '') || ' ' || original_name || ' ' || coalesce(original_url, '')`.as('text'),
      )
      .select((file) =>
        file.selectFrom('file_texts').whereRef('file_id', '=', 'files.id').select('file_texts.tokens').as('tokens'),
      ),
} satisfies Record<DocumentKind, unknown>
type Reader = (typeof readers)['post']

const searchedRow = prepared((db, { id }: { id: string }, { kind }: { kind: DocumentKind }) =>
  (readers[kind] as Reader)(db).where('id', '=', id),
)

export async function findSearchedRow(db: Db, kind: DocumentKind, id: string): Promise<SearchedRow | undefined> {
  const [row] = await asRead(db, kind, await searchedRow.all(db, { id }, { kind }))
  return row
}

export const isMarkdown = (kind: DocumentKind) => kind === 'post' || kind === 'comment'

/** A text as it is searched and shown: with names of people, and the texts of pictures. */
export const searchedText = (kind: DocumentKind, text: string) =>
  withWholeWords(showMentions(isMarkdown(kind) ? readImages(text) : text))

/** Mentions are found as `@Name`, and by any later name; words of Markdown as they are typed, and as they are read. */
const asRead = async (db: Db, kind: DocumentKind, rows: SearchedRow[]): Promise<SearchedRow[]> =>
  (await withMentionNames(db, rows, 'text')).map((row) => {
    const typed = searchedText(kind, row.text)
    const read = isMarkdown(kind) ? joinedTexts(typed) : []
    return { ...row, text: [typed, ...read].join('\n'), mentioned: mentionsIn(row.text).map(({ id }) => id) }
  })

interface SourceRows {
  kind: DocumentKind
  /** Rows of a step, so that it takes some milliseconds. */
  batch: number
  isDraft?: boolean
}

/** In the order in which they are indexed. */
export const sources: Record<Source, SourceRows> = {
  published: { kind: 'post', batch: 5, isDraft: false },
  drafts: { kind: 'post', batch: 5, isDraft: true },
  news: { kind: 'news', batch: 50 },
  files: { kind: 'file', batch: 5 },
  comments: { kind: 'comment', batch: 50 },
  messages: { kind: 'message', batch: 100 },
}

/** The newest rows after the last one that was indexed. They are locked: nobody changes or deletes them meanwhile. */
export async function listUnindexed(tx: Db, source: Source, last: { at: number; id: string } | undefined) {
  const { kind, batch, isDraft } = sources[source]
  const isByPublication = isDraft === false
  const locked = await (readers[kind] as Reader)(tx)
    .clearSelect()
    .select('id')
    .$if(isDraft !== undefined, (query) => query.where('published_at', isDraft ? 'is' : 'is not', null))
    .$if(isByPublication, (query) => query.orderBy('published_at', 'desc'))
    .orderBy('id', 'desc')
    .$if(last !== undefined && isByPublication, (query) =>
      query.where((row) =>
        row(row.refTuple('published_at', 'id'), '<', row.tuple(last?.at as number, last?.id as string)),
      ),
    )
    .$if(last !== undefined && !isByPublication, (query) => query.where('id', '<', last?.id as string))
    .limit(batch)
    .$if(isPostgres(tx), (query) => query.forShare())
    .execute()
  if (locked.length === 0) return []
  // after the locks, so that they are as those left them who had them before
  const ids = locked.map(({ id }) => id)
  const rows = await asRead(tx, kind, await (readers[kind] as Reader)(tx).where('id', 'in', ids).execute())
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

export const isIndexed = (tx: Db, kind: DocumentKind, id: string) =>
  hasRow(tx.selectFrom('documents').where('kind', '=', kind).where('ref_id', '=', id))

export const listFills = (db: Db) => db.selectFrom('search_fills').selectAll().where('is_done', '=', 0).execute()

/** Others that fill or empty the index wait. */
export const lockFill = (tx: Db, source: Source) =>
  tx
    .selectFrom('search_fills')
    .select(['last_at', 'last_id', 'is_done'])
    .where('source', '=', source)
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirstOrThrow()

export const updateFill = (tx: Db, source: Source, fill: { last_at?: number; last_id?: string; is_done: number }) =>
  tx.updateTable('search_fills').set(fill).where('source', '=', source).execute()

const searchedTables = ['posts', 'comments', 'chat_messages', 'news', 'files'] as const

/** Progress of the index; undefined once it is complete. Counts all rows: for `readDb`. */
export async function readFillProgress(db: Db) {
  if ((await listFills(db)).length === 0) return undefined
  let total = 0
  for (const table of searchedTables) total += await countRows(db.selectFrom(table))
  const done = await countRows(db.selectFrom('documents'))
  return done < total ? { done, total } : undefined
}
