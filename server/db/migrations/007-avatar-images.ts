import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

export const avatarImages = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema.alterTable('users').addColumn('avatar_key', text).execute()
    await db.schema.createIndex('users_avatar_key').unique().on('users').column('avatar_key').execute()
  },
})
