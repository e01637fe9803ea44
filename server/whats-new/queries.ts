import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { type AreaName, areaNames } from '../../contract/whats-new.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import { raise } from '../db/upsert.ts'

const visitsOf = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('users')
    .leftJoin('area_visits', 'area_visits.user_id', 'users.id')
    .select(['users.created_at', 'area_visits.area', 'area_visits.seen_until'])
    .where('users.id', '=', userId),
)

const visited = [...areaNames, 'conversations'] as const
type Visited = (typeof visited)[number]

/** Time up to which the person has seen each area, and all conversations. */
export async function findVisits(db: Db, userId: string): Promise<Record<Visited, number>> {
  const rows = await visitsOf.all(db, { userId })
  const seenUntil = (name: Visited) => rows.find(({ area }) => area === name)?.seen_until ?? rows[0]?.created_at ?? 0
  return Object.fromEntries(visited.map((name) => [name, seenUntil(name)])) as Record<Visited, number>
}

/** Raises the time up to which the person has seen an area; false when it was that late already. */
export const raiseVisit = (db: Db, userId: string, area: Visited, seen_until: number) =>
  raise(db, 'area_visits', { user_id: userId, area }, 'seen_until', seen_until)

const noCover = sql`null`
const areas = {
  blog: {
    table: 'posts',
    title: sql`things.title`,
    at: 'things.published_at',
    by: 'things.author_id',
    cover: sql`(select covers.id from files as covers where covers.id = things.cover_id and covers.has_preview = 1)`,
  },
  news: {
    table: 'news',
    title: sql`things.title`,
    at: 'things.created_at',
    by: 'things.author_id',
    cover: noCover,
  },
  files: {
    table: 'files',
    title: sql`coalesce(things.title, things.original_name)`,
    at: 'things.uploaded_at',
    by: 'things.uploader_id',
    cover: noCover,
  },
}

/** Condition: it wasn't imported. Imported things are new to nobody. */
const isNotImported = (id: string) => sql`not exists (select 1 from imported where imported.thing_id = ${sql.ref(id)})`

type Unseen = { userId: string; after: number; max: number }

const unseenCount = prepared((_db, { userId, after, max }: Unseen, shape: { area: AreaName }) => {
  const { table, at, by } = areas[shape.area]
  // the order makes both databases use the index on time, whatever they estimate
  return sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${sql.table(table)} as things
      where ${sql.ref(at)} > ${after} and ${sql.ref(by)} <> ${userId} and ${isNotImported('things.id')}
      order by ${sql.ref(at)} desc limit ${max}
    ) as unseen`
})

/** Count of things that others added to an area after a moment, limited to `max`. */
export const countUnseen = async (db: Db, area: AreaName, unseen: Unseen) =>
  (await unseenCount.first(db, unseen, { area }))?.count ?? 0

interface NewestRow {
  id: string
  title: string
  author_name: string
  at: number
  /** File of a post's first picture. */
  cover_id: string | null
}

/** Things that others added to an area after a moment, newest first. */
export async function listNewest(db: Db, area: AreaName, { userId, after, max }: Unseen) {
  const { table, title, at, by, cover } = areas[area]
  const { rows } = await sql<NewestRow>`
    select things.id, ${title} as title, users.name as author_name, ${sql.ref(at)} as at, ${cover} as cover_id
    from ${sql.table(table)} as things join users on users.id = ${sql.ref(by)}
    where ${sql.ref(at)} > ${after} and ${sql.ref(by)} <> ${userId} and ${isNotImported('things.id')}
    order by ${sql.ref(at)} desc limit ${max}`.execute(db)
  return rows
}

interface Conversation {
  post_id: string
  title: string
  /** The oldest comment that the person hasn't seen. */
  first_id: string
  count: number
  author_name: string
  at: number
}

/** Comments that are looked at, the newest ones. */
const maxComments = 1000

/**
 * Posts with comments of others that the person hasn't seen, by the newest comment. Not those that the person muted, nor
 * drafts of others.
 */
export async function listConversations(db: Db, userId: string, since: number) {
  const { rows } = await sql<Conversation>`
    select unseen.post_id, posts.title, unseen.first_id, unseen.count, users.name as author_name, comments.created_at as at
    from (
      select newest.post_id, min(newest.id) as first_id, max(newest.id) as last_id, count(*) as count
      from (
        select id, post_id, created_at from comments
        where created_at > ${since} and author_id <> ${userId} and ${isNotImported('comments.id')}
        order by created_at desc limit ${sql.lit(maxComments)}
      ) as newest
      left join conversation_visits as visits on visits.post_id = newest.post_id and visits.user_id = ${userId}
      where visits.seen_until is null or newest.created_at > visits.seen_until
      group by newest.post_id
    ) as unseen
    join posts on posts.id = unseen.post_id
    join comments on comments.id = unseen.last_id
    join users on users.id = comments.author_id
    where (posts.published_at is not null or posts.author_id = ${userId})
      and not exists (
        select 1 from post_followings as followings
        where followings.post_id = posts.id and followings.user_id = ${userId} and followings.state = 'muted'
      )
    order by unseen.last_id desc limit ${sql.lit(limits.maxUnreadCount)}`.execute(db)
  return rows
}

/** Never lowers the time. */
export const raiseConversationVisit = (tx: Db, userId: string, postId: string, seen_until: number) =>
  raise(tx, 'conversation_visits', { user_id: userId, post_id: postId }, 'seen_until', seen_until)

const findLastMessage = (tx: Db, seq: number) =>
  tx
    .selectFrom('chat_messages')
    .select(['seq', 'created_at'])
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Number of the newest message at a moment, undefined without any; found by halves, as times have no index. */
export async function findSeqAt(tx: Db, moment: number) {
  let found: number | undefined
  let [from, to] = [1, (await findLastMessage(tx, Number.MAX_SAFE_INTEGER))?.seq ?? 0]
  while (from <= to) {
    const middle = Math.floor((from + to) / 2)
    const message = await findLastMessage(tx, middle)
    if (!message || message.created_at <= moment) {
      found = message?.seq ?? found
      from = middle + 1
    } else to = message.seq - 1
  }
  return found
}

/** Deletes visits that say nothing beyond a moment. */
export const deleteConversationVisits = (tx: Db, userId: string, until: number) =>
  tx.deleteFrom('conversation_visits').where('user_id', '=', userId).where('seen_until', '<=', until).execute()
