import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

export const files = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = sql`bigint`

    await db.schema
      .createTable('files')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('original_name', text, (c) => c.notNull())
      .addColumn('description', text)
      .addColumn('file_type', text, (c) => c.notNull())
      .addColumn('file_size', sql`bigint`, (c) => c.notNull())
      .addColumn('bytes_key', text)
      .addColumn('sha256', text)
      .addColumn('original_url', text)
      .addColumn('video_id', text)
      .addColumn('has_preview', 'integer', (c) => c.notNull())
      .addColumn('category_id', text, (c) => c.references('categories.id').onDelete('set null'))
      .addColumn('uploader_id', text, (c) => c.notNull().references('users.id').onDelete('restrict'))
      .addColumn('uploaded_at', moment, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('files_uploaded').on('files').columns(['uploaded_at', 'id']).execute()
    await db.schema
      .createIndex('files_uploaded_by_category')
      .on('files')
      .columns(['category_id', 'uploaded_at', 'id'])
      .execute()
    await db.schema
      .createIndex('files_pictures')
      .on('files')
      .columns(['category_id', 'uploaded_at', 'id'])
      .where(sql<boolean>`has_preview = 1`)
      .execute()

    await db.schema
      .createTable('uploads')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('uploader_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('declared_type', text, (c) => c.notNull())
      .addColumn('description', text)
      .addColumn('category_id', text)
      .addColumn('file_size', sql`bigint`, (c) => c.notNull())
      .addColumn('moved_at', moment, (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('loose_bytes')
      .addColumn('key', text, (c) => c.primaryKey())
      .addColumn('held_until', moment, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('loose_bytes_held').on('loose_bytes').column('held_until').execute()

    await db.schema
      .createTable('secrets')
      .addColumn('name', text, (c) => c.primaryKey())
      .addColumn('value', text, (c) => c.notNull())
      .execute()
  },
})
