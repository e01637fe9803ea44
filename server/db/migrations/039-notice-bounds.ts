import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Mentions that were taken out of their texts, and the unread notices of a person in their order. */
export const noticeBounds = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('notices')
      .addColumn('withdrawn_at', dialect === 'postgres' ? 'bigint' : 'integer')
      .execute()
    await db.schema.dropIndex('notices_unread').execute()
    await db.schema
      .createIndex('notices_unread')
      .on('notices')
      .columns(['user_id', 'id'])
      .where(sql.ref('read_at'), 'is', null)
      .execute()
  },
})
