import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Whom posts, comments and messages name, and answers to comments. */
export const mentions = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('mentions')
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('source_id', text, (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('mentions_pk', ['kind', 'source_id', 'user_id'])
      .execute()
    await db.schema.createIndex('mentions_user').on('mentions').columns(['user_id', 'kind', 'source_id']).execute()
    for (const statement of removal(dialect)) await statement.execute(db)
    await db.schema.alterTable('comments').addColumn('reply_to', text).execute()
  },
})

/** Posts and comments are deleted in several ways, by references too. Messages stay. */
const removal = (dialect: Dialect) => {
  const kinds = { posts: 'post', comments: 'comment' }
  const triggers = Object.entries(kinds).map(([table, kind]) => {
    const name = sql.raw(`${table}_name_nobody`)
    return dialect === 'postgres'
      ? sql`create trigger ${name} after delete on ${sql.table(table)}
          for each row execute function remove_mentions(${sql.lit(kind)})`
      : sql`create trigger ${name} after delete on ${sql.table(table)} begin
          delete from mentions where kind = ${sql.lit(kind)} and source_id = old.id;
        end`
  })
  if (dialect === 'sqlite') return triggers
  const body = sql`begin
      delete from mentions where kind = tg_argv[0] and source_id = old.id;
      return null;
    end`
  return [sql`create function remove_mentions() returns trigger language plpgsql as $$ ${body} $$`, ...triggers]
}
