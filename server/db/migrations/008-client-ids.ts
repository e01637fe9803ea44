import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Column of the person who made a row, per table. Not imported from `insert-once.ts`, which may change later. */
const owners = {
  posts: 'author_id',
  comments: 'author_id',
  news: 'author_id',
  files: 'uploader_id',
  users: 'created_by',
}

/** Keys under which posts, comments, news, links and accounts are created once. */
export const clientIds = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .alterTable('users')
      .addColumn('created_by', text, (c) => c.references('users.id').onDelete('restrict'))
      .execute()
    for (const [table, owner] of Object.entries(owners)) {
      await db.schema.alterTable(table).addColumn('client_id', text).execute()
      await db.schema
        .createIndex(`${table}_client_id`)
        .unique()
        .on(table)
        .columns([owner, 'client_id'])
        .where(sql.ref('client_id'), 'is not', null)
        .execute()
    }
  },
})
