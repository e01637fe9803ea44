import type { Insertable } from 'kysely'
import type { Reaction, ReactionKind } from '../../contract/content/reactions.ts'
import { countAll } from '../db/count.ts'
import { reactionsTo, readReactions } from '../db/reactions.ts'
import type { Db, Schema } from '../db/schema.ts'

export interface Target {
  kind: ReactionKind
  id: string
}

/** Tables of the things, for a target's lock. */
export const tables = {
  post: 'posts',
  comment: 'comments',
  message: 'chat_messages',
  news: 'news',
  file: 'files',
} as const satisfies Record<ReactionKind, keyof Schema>

/** A comment with its post, whose fields decide about access. */
export async function findComment(db: Db, id: string) {
  const row = await db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.post_id', 'posts.author_id', 'posts.published_at'])
    .where('comments.id', '=', id)
    .executeTakeFirst()
  return row && { post_id: row.post_id, post: { author_id: row.author_id, is_published: row.published_at !== null } }
}

export const findMessage = (db: Db, id: string) =>
  db.selectFrom('chat_messages').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** Author of a thing, and the post that it belongs to. */
export async function findAuthor(db: Db, { kind, id }: Target) {
  if (kind === 'file') {
    const file = await db.selectFrom('files').select('uploader_id').where('id', '=', id).executeTakeFirst()
    return file && { author_id: file.uploader_id, post_id: null }
  }
  const thing = await db.selectFrom(tables[kind]).select('author_id').where('id', '=', id).executeTakeFirst()
  const post_id = kind === 'post' ? id : kind === 'comment' ? ((await findComment(db, id))?.post_id ?? null) : null
  return thing && { author_id: thing.author_id, post_id }
}

export const findListed = (db: Db, table: 'news' | 'files', id: string) =>
  db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()

const to = (db: Db, { kind, id }: Target) =>
  db.selectFrom('reactions').where('kind', '=', kind).where('target_id', '=', id)

export async function listReactions(db: Db, { kind, id }: Target): Promise<Reaction[]> {
  const table = tables[kind]
  const row = await db
    .selectFrom(table)
    .select(reactionsTo(kind, `${table}.id`).as('reactions'))
    .where('id', '=', id)
    .executeTakeFirst()
  return readReactions(row?.reactions ?? null)
}

/** Names of the people of each emoji, in the order of their reactions: of the first ones, or of all. */
export const listNames = (db: Db, target: Target, limit?: number) =>
  db
    .selectFrom(
      to(db, target)
        .innerJoin('users', 'users.id', 'reactions.user_id')
        .select(['reactions.emoji', 'reactions.user_id', 'users.name'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('reactions.emoji').orderBy('reactions.created_at').orderBy('user_id'))
            .as('place'),
        )
        .as('placed'),
    )
    .select(['emoji', 'name'])
    .$if(limit !== undefined, (query) => query.where('place', '<=', limit as number))
    .orderBy('place')
    .execute()

/** Emoji with which this person reacted. */
export const listOwn = async (db: Db, target: Target, userId: string) =>
  (await to(db, target).select('emoji').where('user_id', '=', userId).execute()).map(({ emoji }) => emoji)

/** Count of each emoji, so that the kinds can be counted. */
export const countByEmoji = (db: Db, target: Target) =>
  to(db, target)
    .select(['emoji', countAll.as('count')])
    .groupBy('emoji')
    .execute()

/** False if the person has reacted so before. */
export async function insertReaction(tx: Db, reaction: Insertable<Schema['reactions']>) {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('reactions')
    .values(reaction)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** False if there is none. */
export async function deleteReaction(tx: Db, { kind, id }: Target, userId: string, emoji: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('reactions')
    .where('kind', '=', kind)
    .where('target_id', '=', id)
    .where('user_id', '=', userId)
    .where('emoji', '=', emoji)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteReactionRowsOf = (tx: Db, userId: string) =>
  tx.deleteFrom('reactions').where('user_id', '=', userId).execute()

/** Things to which this person reacted. */
export const listTargets = (db: Db, userId: string) =>
  db.selectFrom('reactions').select(['kind', 'target_id as id']).distinct().where('user_id', '=', userId).execute()
