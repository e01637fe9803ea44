import { type Insertable, sql } from 'kysely'
import type { Reaction, ReactionKind } from '../../contract/content/reactions.ts'
import { hasChanged, listValues } from '../db/count.ts'
import { reactionsTo, readReactions } from '../db/reactions.ts'
import type { Db, Schema } from '../db/schema.ts'

export interface Target {
  kind: ReactionKind
  id: string
}

/** Tables of the things, with the columns of their author and of the post that they are or belong to. */
const things = {
  post: { table: 'posts', author: 'author_id', post: 'things.id' },
  comment: { table: 'comments', author: 'author_id', post: 'things.post_id' },
  message: { table: 'chat_messages', author: 'author_id', post: null },
  news: { table: 'news', author: 'author_id', post: null },
  file: { table: 'files', author: 'uploader_id', post: null },
} as const satisfies Record<ReactionKind, { table: keyof Schema; author: string; post: string | null }>

/** For a target's lock. */
export const tableOf = ({ kind }: Target) => things[kind].table

interface ThingRow {
  author_id: string
  post_id: string | null
  post_author_id: string | null
  published_at: number | null
}

/** Author of a thing, and its post, whose fields decide about access; undefined for a deleted message too. */
export async function findThing(db: Db, { kind, id }: Target) {
  const { table, author, post } = things[kind]
  const { rows } = await sql<ThingRow>`
    select ${sql.ref(`things.${author}`)} as author_id,
      posts.id as post_id, posts.author_id as post_author_id, posts.published_at
    from ${sql.table(table)} as things left join posts on posts.id = ${post === null ? sql`null` : sql.ref(post)}
    where things.id = ${id} ${kind === 'message' ? sql`and things.deleted_at is null` : sql``}`.execute(db)
  return rows.map(({ author_id, post_id, post_author_id, published_at }) => {
    const is_published = published_at !== null
    return { author_id, post_id, is_published, post: { author_id: post_author_id, is_published } }
  })[0]
}

const to = (db: Db, { kind, id }: Target) =>
  db.selectFrom('reactions').where('kind', '=', kind).where('target_id', '=', id)

export async function listReactions(db: Db, { kind, id }: Target): Promise<Reaction[]> {
  const { table } = things[kind]
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
export const listOwn = (db: Db, target: Target, userId: string) =>
  listValues(to(db, target).select('emoji').where('user_id', '=', userId))

/** False if the person has reacted so before. */
export const insertReaction = (tx: Db, reaction: Insertable<Schema['reactions']>) =>
  hasChanged(
    tx
      .insertInto('reactions')
      .values(reaction)
      .onConflict((conflict) => conflict.doNothing()),
  )

/** False if there is none. */
export const deleteReaction = (tx: Db, { kind, id }: Target, userId: string, emoji: string) =>
  hasChanged(
    tx
      .deleteFrom('reactions')
      .where('kind', '=', kind)
      .where('target_id', '=', id)
      .where('user_id', '=', userId)
      .where('emoji', '=', emoji),
  )

export const deleteReactionRowsOf = (tx: Db, userId: string) =>
  tx.deleteFrom('reactions').where('user_id', '=', userId).execute()

/** Things to which this person reacted. */
export const listTargets = (db: Db, userId: string) =>
  db.selectFrom('reactions').select(['kind', 'target_id as id']).distinct().where('user_id', '=', userId).execute()
