import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/**
 * A faster index of the search (decision 046), which a running server fills. SQLite has one for each kind of document, so
 * that a search for some kinds doesn't read the numbers of all. PostgreSQL keeps the tokens of a document as text, which takes
 * half the room of a tsvector, and has in its index the window of the document's number too. A save adds its tokens to a list
 * of at most a megabyte, which the server merges into the index.
 */
export const searchIndex = (dialect: Dialect) => ({
  async up(db: Kysely<{ search_fills: { is_done: number; last_at: number | null; last_id: string | null } }>) {
    for (const statement of dialect === 'postgres' ? ofPostgres : ofSqlite) await statement.execute(db)
    await db.updateTable('search_fills').set({ is_done: 0, last_at: null, last_id: null }).execute()
  },
})

const ofPostgres = [
  sql`truncate documents, search_words`,
  sql`drop index documents_tokens`,
  sql`alter table documents alter column tokens type text`,
  sql`create index documents_tokens on documents
    using gin (array_to_tsvector(string_to_array(tokens || ' #' || cast(doc >> 9 as text), ' ')))
    with (fastupdate = on, gin_pending_list_limit = 1024)`,
  sql`create index documents_newest on documents (kind, doc)`,
]

const ofSqlite = [
  sql`drop trigger documents_gone`,
  sql`drop table document_tokens`,
  sql`delete from documents`,
  sql`delete from search_words`,
  ...['post', 'comment', 'message', 'news', 'file'].flatMap((kind) => [
    sql`create virtual table ${sql.table(`${kind}_tokens`)}
      using fts5(tokens, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='5 6')`,
    sql`create trigger ${sql.ref(`${kind}_tokens_gone`)} after delete on documents when old.kind = ${sql.lit(kind)} begin
        delete from ${sql.table(`${kind}_tokens`)} where rowid = old.doc;
      end`,
  ]),
]
