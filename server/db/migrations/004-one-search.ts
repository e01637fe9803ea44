import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../prepared.ts'

/**
 * The index of the search has the words of a file's description once more, for lists of files (decision 063), and PostgreSQL's no
 * windows of numbers. A running server fills it again.
 */
export const oneSearch = {
  async up(db: Kysely<{ search_fills: { is_done: number; last_at: number | null; last_id: string | null } }>) {
    for (const statement of isPostgres(db) ? onPostgres : onSqlite) await sql.raw(statement).execute(db)
    await db.updateTable('search_fills').set({ is_done: 0, last_at: null, last_id: null }).execute()
  },
}

const onPostgres = [
  'truncate documents, search_words',
  'drop index documents_newest',
  'drop index documents_tokens',
  `create index documents_tokens on documents
    using gin (array_to_tsvector(string_to_array(tokens, ' ')))
    with (fastupdate = on, gin_pending_list_limit = 1024)`,
]

const kinds = ['post', 'comment', 'message', 'news', 'file']

const onSqlite = [
  // with its trigger each row would be removed by itself
  ...kinds.flatMap((kind) => [
    `drop trigger ${kind}_tokens_gone`,
    `insert into ${kind}_tokens (${kind}_tokens) values ('delete-all')`,
  ]),
  'delete from documents',
  'delete from search_words',
  ...kinds.map(
    (kind) => `create trigger ${kind}_tokens_gone after delete on documents when old.kind = '${kind}' begin
      delete from ${kind}_tokens where rowid = old.doc;
    end`,
  ),
]
