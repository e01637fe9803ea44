import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

interface After {
  files: { original_url: string | null; uploaded_at: number; title_due_at: number | null }
}

/** Titles of the pages that links lead to. The running server reads those of existing links, the newest first. */
export const linkTitles = (dialect: Dialect) => ({
  async up(db: Kysely<After>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema.alterTable('files').addColumn('title', text).execute()
    await db.schema
      .alterTable('files')
      .addColumn('title_tries', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('files').addColumn('title_due_at', 'bigint').execute()
    await db
      .updateTable('files')
      .set(({ ref }) => ({ title_due_at: ref('uploaded_at') }))
      .where('original_url', 'is not', null)
      .execute()
    await sql`create index files_title_due on files (title_due_at) where title_due_at is not null`.execute(db)
  },
})
