import { type Kysely, sql } from 'kysely'
import { textWithStems } from '../../search/words.ts'
import type { Dialect } from '../schema.ts'

interface Before {
  files: { id: string; original_name: string; description: string | null; search_text: string }
  search_fills: { source: string }
}

/** One index for all kinds of documents, which a running server fills; stems in the search texts of files (decision 023). */
export const documents = (dialect: Dialect) => ({
  async up(db: Kysely<Before>) {
    const isPostgres = dialect === 'postgres'
    const text = isPostgres ? sql`text collate "C"` : sql`text`
    if (!isPostgres) await sql`drop table post_words`.execute(db)
    await db.schema.dropTable('post_texts').execute()

    await db.schema
      .createTable('documents')
      .addColumn('doc', isPostgres ? 'bigint' : 'integer', (c) =>
        isPostgres ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey(),
      )
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('ref_id', text, (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('documents_ref', ['kind', 'ref_id'])
      .execute()
    for (const statement of createDocumentIndex(dialect)) await statement.execute(db)
    for (const statement of removal(dialect)) await statement.execute(db)

    await db.schema
      .createTable('search_fills')
      .addColumn('source', text, (c) => c.primaryKey())
      .addColumn('last_at', 'bigint')
      .addColumn('last_id', text)
      .addColumn('is_done', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db
      .insertInto('search_fills')
      .values(sources.map((source) => ({ source })))
      .execute()

    for (const { id, original_name, description } of await db
      .selectFrom('files')
      .select(['id', 'original_name', 'description'])
      .execute())
      await db
        .updateTable('files')
        .set({ search_text: textWithStems(`${original_name} ${description ?? ''}`) })
        .where('id', '=', id)
        .execute()
  },
})

const sources = ['published', 'drafts', 'news', 'files', 'comments', 'messages']

/** Rows are deleted in several ways, by references too. Messages stay. */
const removal = (dialect: Dialect) => {
  const kinds = { posts: 'post', comments: 'comment', news: 'news', files: 'file' }
  const triggers = Object.entries(kinds).map(([table, kind]) => {
    const name = sql.raw(`${table}_not_found`)
    return dialect === 'postgres'
      ? sql`create trigger ${name} after delete on ${sql.table(table)}
          for each row execute function remove_document(${sql.lit(kind)})`
      : sql`create trigger ${name} after delete on ${sql.table(table)} begin
          delete from documents where kind = ${sql.lit(kind)} and ref_id = old.id;
        end`
  })
  if (dialect === 'sqlite') return triggers
  const body = sql`begin
      delete from documents where kind = tg_argv[0] and ref_id = old.id;
      return null;
    end`
  return [sql`create function remove_document() returns trigger language plpgsql as $$ ${body} $$`, ...triggers]
}

const createDocumentIndex = (dialect: Dialect) =>
  dialect === 'postgres'
    ? [
        sql`alter table documents add column tokens tsvector not null`,
        sql`create index documents_tokens on documents using gin (tokens) with (fastupdate = off)`,
      ]
    : [
        // `ascii` treats all other characters as parts of words; the tokens are kept nowhere but in the index
        sql`create virtual table document_tokens using fts5(tokens, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
        sql`create trigger documents_gone after delete on documents begin
              delete from document_tokens where rowid = old.doc;
            end`,
      ]
