import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../prepared.ts'

/** The thing that a push message leads to, and its post, by which edits and removals find the message. */
export const pushedThings = {
  async up(db: Kysely<unknown>) {
    const text = isPostgres(db) ? sql`text collate "C"` : sql`text`
    for (const column of ['about_id', 'post_id']) {
      await db.schema.alterTable('pushes').addColumn(column, text).execute()
      await db.schema.createIndex(`pushes_${column}`).on('pushes').column(column).execute()
    }
    // an id ends each page of a thing but a file's
    await sql`update pushes set
      about_id = case when path like '/files/%' then substr(path, 8, 32) else substr(path, length(path) - 31) end,
      post_id = case when path like '/blog/%' then substr(path, 7, 32) end
      where length(path) > 32`.execute(db)
    await db.schema.dropIndex('pushes_path').execute()
  },
}
