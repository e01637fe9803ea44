import type { Kysely } from 'kysely'
import { textWithStems } from '../../search/words.ts'

interface Before {
  posts: { id: string; title: string; content: string }
  post_texts: { post_id: string; body: string }
  files: { id: string; original_name: string; description: string | null; search_text: string }
}

const batchSize = 100

/** Search texts hold stems and ñ (decision 023). */
export const searchStems = {
  async up(db: Kysely<Before>) {
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
}
