import type { Kysely } from 'kysely'

/** What a person has made is found without reading everybody's. Files and messages have such an index already. */
export const contentByAuthor = {
  async up(db: Kysely<unknown>) {
    for (const table of ['posts', 'comments', 'news'])
      await db.schema.createIndex(`${table}_by_author`).on(table).columns(['author_id', 'id']).execute()
  },
}
