import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** What is written inside files; a running server takes it out, that of older files too (decision 047). */
export const fileTexts = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('file_texts')
      .addColumn('file_id', text, (c) => c.primaryKey().references('files.id').onDelete('cascade'))
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('retry_at', moment)
      .addColumn('tokens', text, (c) => c.notNull().defaultTo(''))
      .addColumn('content', text, (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema.createIndex('file_texts_state').on('file_texts').column('state').execute()
  },
})
