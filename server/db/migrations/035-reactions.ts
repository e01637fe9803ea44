import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Emoji of people under things. A deleted thing loses its own; messages stay as rows, and theirs are deleted by the rule. */
export const reactions = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('reactions')
      .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('post', 'comment', 'message', 'news', 'file')`))
      .addColumn('target_id', text, (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('emoji', text, (c) => c.notNull())
      .addColumn('created_at', moment, (c) => c.notNull())
      .addPrimaryKeyConstraint('reactions_once', ['kind', 'target_id', 'user_id', 'emoji'])
      .execute()
    await db.schema.createIndex('reactions_user').on('reactions').column('user_id').execute()
    for (const statement of removal(dialect)) await statement.execute(db)
  },
})

/** Rows are deleted in several ways, by references too. */
const removal = (dialect: Dialect) => {
  const kinds = { posts: 'post', comments: 'comment', news: 'news', files: 'file' }
  const triggers = Object.entries(kinds).map(([table, kind]) => {
    const name = sql.raw(`${table}_reactions_gone`)
    return dialect === 'postgres'
      ? sql`create trigger ${name} after delete on ${sql.table(table)}
          for each row execute function remove_reactions(${sql.lit(kind)})`
      : sql`create trigger ${name} after delete on ${sql.table(table)} begin
          delete from reactions where kind = ${sql.lit(kind)} and target_id = old.id;
        end`
  })
  if (dialect === 'sqlite') return triggers
  const body = sql`begin
      delete from reactions where kind = tg_argv[0] and target_id = old.id;
      return null;
    end`
  return [sql`create function remove_reactions() returns trigger language plpgsql as $$ ${body} $$`, ...triggers]
}
