import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Authenticator apps and recovery codes. */
export const secondFactors = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema.alterTable('users').addColumn('second_factor_at', moment).execute()
    await db.schema
      .createTable('totp_secrets')
      .addColumn('user_id', text, (c) => c.primaryKey().notNull().references('users.id').onDelete('cascade'))
      .addColumn('secret', text, (c) => c.notNull())
      .addColumn('last_step', moment, (c) => c.notNull())
      .addColumn('created_at', moment, (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('recovery_codes')
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('code_hash', text, (c) => c.notNull())
      .addColumn('salt', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_codes_pkey', ['user_id', 'code_hash'])
      .execute()
  },
})
