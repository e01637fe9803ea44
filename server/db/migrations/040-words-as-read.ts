import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/**
 * The index of the search has words as they are read, without soft hyphens and signs of Markdown within them. A running server
 * fills it again.
 */
export const wordsAsRead = (dialect: Dialect) => ({
  async up(db: Kysely<{ search_fills: { is_done: number; last_at: number | null; last_id: string | null } }>) {
    for (const statement of dialect === 'postgres' ? [sql`truncate documents, search_words`] : ofSqlite)
      await statement.execute(db)
    await db.updateTable('search_fills').set({ is_done: 0, last_at: null, last_id: null }).execute()
  },
})

const kinds = ['post', 'comment', 'message', 'news', 'file']

const ofSqlite = [
  // with its trigger each row would be removed by itself
  ...kinds.flatMap((kind) => [
    sql`drop trigger ${sql.ref(`${kind}_tokens_gone`)}`,
    sql`insert into ${sql.table(`${kind}_tokens`)} (${sql.ref(`${kind}_tokens`)}) values ('delete-all')`,
  ]),
  sql`delete from documents`,
  sql`delete from search_words`,
  ...kinds.map(
    (
      kind,
    ) => sql`create trigger ${sql.ref(`${kind}_tokens_gone`)} after delete on documents when old.kind = ${sql.lit(kind)} begin
        delete from ${sql.table(`${kind}_tokens`)} where rowid = old.doc;
      end`,
  ),
]
