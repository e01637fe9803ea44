import type { Migration } from 'kysely/migration'

/** Texts of covers, which no page shows, and search texts of files, which the index has. */
export const unreadColumns: Migration = {
  async up(db) {
    await db.schema.alterTable('posts').dropColumn('cover_alt').execute()
    await db.schema.alterTable('files').dropColumn('search_text').execute()
  },
}
