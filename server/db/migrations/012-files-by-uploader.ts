import type { Kysely } from 'kysely'

/** For the sum of the sizes of a person's files. */
export const filesByUploader = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('files_by_uploader').on('files').columns(['uploader_id', 'file_size']).execute()
  },
}
