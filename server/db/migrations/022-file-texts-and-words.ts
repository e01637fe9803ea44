import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/**
 * Texts inside files, and the words of all texts for suggestions (decision 047). A running server fills both, and rebuilds the
 * index: its tokens have changed, and on SQLite it gets prefix indexes for five and six letters.
 */
export const fileTextsAndWords = (dialect: Dialect) => ({
  async up(db: Kysely<{ search_fills: { is_done: number; last_at: number | null; last_id: string | null } }>) {
    const isPostgres = dialect === 'postgres'
    const text = isPostgres ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('file_texts')
      .addColumn('file_id', text, (c) => c.primaryKey().references('files.id').onDelete('cascade'))
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('retry_at', isPostgres ? 'bigint' : 'integer')
      .addColumn('tokens', text, (c) => c.notNull().defaultTo(''))
      .addColumn('content', text, (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema.createIndex('file_texts_state').on('file_texts').column('state').execute()

    // not unique: two transactions that add the same word would wait for each other
    await db.schema
      .createTable('search_words')
      .addColumn('word', text, (c) => c.notNull())
      .addColumn('typed', text, (c) => c.notNull())
      .addColumn('reversed', text, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('search_words_typed').on('search_words').columns(['word', 'typed']).execute()
    await db.schema.createIndex('search_words_reversed').on('search_words').column('reversed').execute()

    for (const statement of emptyIndex(isPostgres)) await statement.execute(db)
    await db.updateTable('search_fills').set({ is_done: 0, last_at: null, last_id: null }).execute()
  },
})

const emptyIndex = (isPostgres: boolean) =>
  isPostgres
    ? [sql`truncate documents`]
    : [
        sql`drop trigger documents_gone`,
        sql`drop table document_tokens`,
        sql`delete from documents`,
        // with a prefix index a search reads only as many documents as it needs
        sql`create virtual table document_tokens using fts5(tokens, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='5 6')`,
        sql`create trigger documents_gone after delete on documents begin
              delete from document_tokens where rowid = old.doc;
            end`,
      ]
