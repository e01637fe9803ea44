import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Passkeys, and the challenges that wait for an answer of one. */
export const passkeys = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('passkeys')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('credential_id', text, (c) => c.notNull().unique())
      .addColumn('public_key', text, (c) => c.notNull())
      .addColumn('counter', moment, (c) => c.notNull())
      .addColumn('transports', text, (c) => c.notNull())
      .addColumn('backed_up', 'integer', (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('created_at', moment, (c) => c.notNull())
      .addColumn('last_used_at', moment)
      .execute()
    await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute()
    await db.schema
      .createTable('passkey_challenges')
      .addColumn('challenge', text, (c) => c.primaryKey().notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('bound_to', text, (c) => c.notNull())
      .addColumn('expires_at', moment, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('passkey_challenges_expires_at').on('passkey_challenges').column('expires_at').execute()
  },
})
