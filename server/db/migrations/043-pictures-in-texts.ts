import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { imageTargets } from '../../../contract/content/link-tokens.ts'
import { coverOf } from '../../posts/cover.ts'
import { excerptOf } from '../../posts/excerpt.ts'
import type { Dialect } from '../schema.ts'
import { wordsAsRead } from './040-words-as-read.ts'

interface After {
  files: { id: string; has_preview: number }
  posts: {
    id: string
    content: string
    excerpt: string
    excerpt_cut: number
    cover_id: string | null
  }
  comments: { id: string; content: string }
}

/**
 * Sizes of pictures, which are stored when one is asked for, and covers of posts. Texts with pictures have other excerpts and
 * words than before.
 */
export const picturesInTexts = (dialect: Dialect) => ({
  async up(db: Kysely<After>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    for (const side of ['width', 'height']) await db.schema.alterTable('files').addColumn(side, 'integer').execute()
    await db.schema.alterTable('posts').addColumn('cover_id', text).execute()
    await db.schema
      .alterTable('posts')
      .addColumn('cover_alt', text, (c) => c.notNull().defaultTo(''))
      .execute()
    let found = 0
    for await (const { id, content } of textsWithImages(db, 'posts')) {
      const pictures = await db
        .selectFrom('files')
        .select('id')
        .where('has_preview', '=', 1)
        .where('id', 'in', imageTargets(content))
        .execute()
      const cover_id = coverOf(
        content,
        pictures.map((file) => file.id),
      )
      const { excerpt, cut } = excerptOf(content)
      await db
        .updateTable('posts')
        .set({ cover_id, excerpt, excerpt_cut: cut ? 1 : 0 })
        .where('id', '=', id)
        .execute()
      found++
    }
    for await (const _ of textsWithImages(db, 'comments')) found++
    const emptyIndex: Migration = wordsAsRead(dialect)
    if (found > 0) await emptyIndex.up(db)
  },
})

async function* textsWithImages(db: Kysely<After>, table: 'posts' | 'comments') {
  for (let after = ''; ; ) {
    const texts = await db
      .selectFrom(table)
      .select(['id', 'content'])
      .where('id', '>', after)
      .where('content', 'like', '%![%')
      .orderBy('id')
      .limit(100)
      .execute()
    yield* texts.filter(({ content }) => imageTargets(content).length > 0)
    const last = texts.at(-1)
    if (!last) return
    after = last.id
  }
}
