import { type Kysely, sql } from 'kysely'
import { textWithStems } from '../../search/words.ts'
import type { Dialect } from '../schema.ts'
import { createTextIndex } from '../search.ts'

interface Before {
  posts: { id: string; title: string; content: string }
  post_texts: { post_id: string; body: string }
  files: { id: string; original_name: string; description: string | null; search_text: string }
}

const batchSize = 100

/** Search texts hold stems and ñ (decision 023). */
export const searchStems = (dialect: Dialect) => ({
  async up(db: Kysely<Before>) {
    // making it at the end takes a fraction of the time
    if (dialect === 'postgres') await sql`drop index post_texts_words`.execute(db)
    for (let after = ''; ; ) {
      const posts = await db
        .selectFrom('posts')
        .select(['id', 'title', 'content'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(batchSize)
        .execute()
      for (const { id, title, content } of posts)
        await db
          .updateTable('post_texts')
          .set({ body: textWithStems(`${title} ${content}`) })
          .where('post_id', '=', id)
          .execute()
      const last = posts.at(-1)
      if (!last) break
      after = last.id
    }
    if (dialect === 'postgres') for (const statement of createTextIndex(dialect)) await statement.execute(db)
    for (const { id, original_name, description } of await db
      .selectFrom('files')
      .select(['id', 'original_name', 'description'])
      .execute())
      await db
        .updateTable('files')
        .set({ search_text: textWithStems(`${original_name} ${description ?? ''}`) })
        .where('id', '=', id)
        .execute()
  },
})
