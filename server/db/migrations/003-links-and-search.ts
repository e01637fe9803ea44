import { type Kysely, sql } from 'kysely'
import { linkTargets } from '../../../contract/content/link-tokens.ts'
import { searchText } from '../../search/words.ts'
import type { Dialect } from '../schema.ts'

interface Before {
  posts: {
    id: string
    title: string
    content: string
    category_id: string | null
    author_id: string
    updated_at: number
    version: number
  }
  files: { id: string; original_name: string; description: string | null; search_text: string }
  post_links: { post_id: string; kind: string; target_id: string }
  post_texts: { post_id: string; body: string }
}

export const linksAndSearch = (dialect: Dialect) => ({
  async up(db: Kysely<Before>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = sql`bigint`

    await db.schema
      .createTable('post_links')
      .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('file', 'post')`))
      .addColumn('target_id', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('post_links_pk', ['post_id', 'kind', 'target_id'])
      .execute()
    await db.schema.createIndex('post_links_target').on('post_links').columns(['kind', 'target_id']).execute()

    await db.schema
      .createTable('post_versions')
      .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('category_id', text, (c) => c.references('categories.id').onDelete('set null'))
      .addColumn('editor_id', text, (c) => c.notNull().references('users.id').onDelete('restrict'))
      .addColumn('saved_at', moment, (c) => c.notNull())
      .addPrimaryKeyConstraint('post_versions_pk', ['post_id', 'version'])
      .execute()
    await sql`
      insert into post_versions (post_id, version, title, content, category_id, editor_id, saved_at)
      select id, version, title, content, category_id, author_id, updated_at from posts`.execute(db)

    await db.schema
      .createTable('post_texts')
      .addColumn('doc', dialect === 'postgres' ? 'bigserial' : 'integer', (c) => c.primaryKey())
      .addColumn('post_id', text, (c) => c.notNull().unique().references('posts.id').onDelete('cascade'))
      .addColumn('body', text, (c) => c.notNull())
      .execute()
    for (const statement of createTextIndex(dialect)) await statement.execute(db)
    await db.schema
      .alterTable('files')
      .addColumn('search_text', text, (c) => c.notNull().defaultTo(''))
      .execute()

    for (let after = ''; ; ) {
      const posts = await db
        .selectFrom('posts')
        .select(['id', 'title', 'content'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(100)
        .execute()
      for (const { id, title, content } of posts) {
        await db
          .insertInto('post_texts')
          .values({ post_id: id, body: searchText(`${title} ${content}`) })
          .execute()
        const links = linkTargets(content).map((target) => ({ post_id: id, kind: target.kind, target_id: target.id }))
        if (links.length > 0) await db.insertInto('post_links').values(links).execute()
      }
      const last = posts.at(-1)
      if (!last) break
      after = last.id
    }
    for (const { id, original_name, description } of await db
      .selectFrom('files')
      .select(['id', 'original_name', 'description'])
      .execute())
      await db
        .updateTable('files')
        .set({ search_text: searchText(`${original_name} ${description ?? ''}`) })
        .where('id', '=', id)
        .execute()
  },
})

const createTextIndex = (dialect: Dialect) =>
  dialect === 'postgres'
    ? [sql`create index post_texts_words on post_texts using gin (array_to_tsvector(string_to_array(body, ' ')))`]
    : [
        sql`create virtual table post_words using fts5(body, content='post_texts', content_rowid='doc', detail=none, prefix='2 3', tokenize='ascii')`,
        sql`create trigger post_texts_added after insert on post_texts begin
              insert into post_words(rowid, body) values (new.doc, new.body);
            end`,
        sql`create trigger post_texts_gone after delete on post_texts begin
              insert into post_words(post_words, rowid, body) values ('delete', old.doc, old.body);
            end`,
        sql`create trigger post_texts_changed after update of body on post_texts begin
              insert into post_words(post_words, rowid, body) values ('delete', old.doc, old.body);
              insert into post_words(rowid, body) values (new.doc, new.body);
            end`,
      ]
