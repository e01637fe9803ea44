import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Links to choose a password: of invitations, and for a forgotten one. */
export const passwordLinks = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('password_links')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('purpose', text, (c) => c.notNull().check(sql`purpose in ('invitation', 'reset')`))
      .addColumn('created_by', text, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('expires_at', moment, (c) => c.notNull())
      .addUniqueConstraint('password_links_user', ['user_id', 'purpose'])
      .execute()
    await db.schema.createIndex('password_links_created_by').on('password_links').column('created_by').execute()
  },
})
