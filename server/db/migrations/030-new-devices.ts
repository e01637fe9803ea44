import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Devices that people have signed in on, and links by which they say that a sign-in wasn't theirs. */
export const newDevices = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('known_devices')
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('sign_hash', text, (c) => c.notNull())
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('last_seen_at', moment, (c) => c.notNull())
      .addPrimaryKeyConstraint('known_devices_pkey', ['user_id', 'sign_hash'])
      .execute()
    // SQLite can't change a check: the table is made again, with the new purpose
    await db.schema.alterTable('password_links').renameTo('former_links').execute()
    await db.schema.dropIndex('password_links_created_by').execute()
    await db.schema
      .createTable('password_links')
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('purpose', text, (c) => c.notNull().check(sql`purpose in ('invitation', 'reset', 'alarm')`))
      .addColumn('created_by', text, (c) => c.references('users.id').onDelete('set null'))
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('expires_at', moment, (c) => c.notNull())
      .addPrimaryKeyConstraint('password_links_id', ['id'])
      .addUniqueConstraint('password_links_user_purpose', ['user_id', 'purpose'])
      .execute()
    await sql`insert into password_links (id, user_id, purpose, created_by, created_at, expires_at)
      select id, user_id, purpose, created_by, created_at, expires_at from former_links`.execute(db)
    await db.schema.dropTable('former_links').execute()
    await db.schema.createIndex('password_links_created_by').on('password_links').column('created_by').execute()
  },
})
