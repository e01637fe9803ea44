import { sql } from 'kysely'
import { countRows } from '../../db/count.ts'
import { type Cursor, pageOf } from '../../db/page.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import type { Allowed } from '../../http/authorize.ts'

const version = prepared((tx, { postId, editorId, at }: { postId: string; editorId: string; at: number }) =>
  tx
    .insertInto('post_versions')
    .columns(['post_id', 'version', 'title', 'content', 'category_id', 'editor_id', 'saved_at'])
    .expression(
      tx
        .selectFrom('posts')
        .select(['id', 'version', 'title', 'content', 'category_id'])
        .select([
          sql<string>`cast(${editorId} as text)`.as('editor_id'),
          sql<number>`cast(${at} as bigint)`.as('saved_at'),
        ])
        .where('id', '=', postId),
    ),
)

/** Stores the post as it is now as a version. */
export const insertVersion = (tx: Db, postId: string, editorId: string, at: number) =>
  version.run(tx, { postId, editorId, at })

const versionsWithNames = (db: Db, postId: string) =>
  db
    .selectFrom('post_versions')
    .innerJoin('users', 'users.id', 'post_versions.editor_id')
    .leftJoin('categories', 'categories.id', 'post_versions.category_id')
    .where('post_versions.post_id', '=', postId)
    .select(['post_versions.version', 'post_versions.title', 'post_versions.saved_at'])
    .select(['users.name as editor_name', 'categories.name as category_name'])

/** Newest first. */
export async function listVersions(db: Db, postId: string, limit: number, after: Cursor | undefined) {
  const rows = await versionsWithNames(db, postId)
    .$if(after !== undefined, (query) => query.where('post_versions.version', '<', after?.[0] as number))
    .orderBy('post_versions.version', 'desc')
    .limit(limit + 1)
    .execute()
  const total = await countRows(db.selectFrom('post_versions').where('post_id', '=', postId))
  return pageOf(rows, limit, total, (row) => [row.version])
}

/** Number of the version that is the post's present text. */
export const findCurrentVersion = async (db: Db, postId: string) =>
  (
    await db
      .selectFrom('post_versions')
      .select('version')
      .where('post_id', '=', postId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.version

export const deleteVersion = (tx: Db, post: Allowed<'post.edit', { id: string }>, version: number) =>
  tx.deleteFrom('post_versions').where('post_id', '=', post.id).where('version', '=', version).execute()

export type ListedVersionRow = Awaited<ReturnType<typeof listVersions>>['items'][number]

export const findVersion = (db: Db, postId: string, version: number) =>
  versionsWithNames(db, postId)
    .select('post_versions.content')
    .where('post_versions.version', '=', version)
    .executeTakeFirst()
