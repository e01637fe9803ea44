import { type Expression, type ExpressionBuilder, type Insertable, type SqlBool, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { ReadNotices } from '../../contract/notices/notices.ts'
import type { Person } from '../../contract/permissions.ts'
import { countChanges, countRows, hasRow, listValues } from '../db/count.ts'
import { withMentionNames } from '../db/mentions/names.ts'
import type { Db, Schema } from '../db/schema.ts'
import { batches } from '../lib/batches.ts'
import { excerptSource } from '../markdown/message-excerpt.ts'

const batchSize = 500

/** One for each person, kind and cause: a repeat is left out. */
export async function insertNotices(tx: Db, rows: Insertable<Schema['notices']>[]) {
  for (const batch of batches(rows, batchSize))
    await tx
      .insertInto('notices')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'cause_id']).doNothing())
      .execute()
}

/** Deletes notices; returns whose they were. */
async function deleteWhere(tx: Db, choose: (notice: ExpressionBuilder<Schema, 'notices'>) => Expression<SqlBool>) {
  const rows = await tx.selectFrom('notices').select(['id', 'user_id']).where(choose).execute()
  for (const batch of batches(rows, batchSize))
    await tx
      .deleteFrom('notices')
      .where(
        'id',
        'in',
        batch.map(({ id }) => id),
      )
      .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Deletes notices caused by, about, or inside a thing. */
export const deleteAbout = (tx: Db, id: string) =>
  deleteWhere(tx, (notice) =>
    notice.or([notice('cause_id', '=', id), notice('subject_id', '=', id), notice('post_id', '=', id)]),
  )

const mentionsIn = (tx: Db, causeId: string) =>
  tx.updateTable('notices').where('cause_id', '=', causeId).where('kind', '=', 'mention').returning('user_id')

/** Withdraws notices of people whom a text no longer names; returns these people's ids. */
export const withdrawUnnamed = (tx: Db, causeId: string, namedIds: string[], now: number) =>
  listValues(
    mentionsIn(tx, causeId)
      .set({ withdrawn_at: now })
      .where('withdrawn_at', 'is', null)
      .$if(namedIds.length > 0, (query) => query.where('user_id', 'not in', namedIds)),
  )

/** Restores notices of people whom a text names again, unless they were read before `readAfter`; returns these people's ids. */
export const restoreMentions = (tx: Db, causeId: string, namedIds: string[], readAfter: number) =>
  listValues(
    mentionsIn(tx, causeId)
      .set({ withdrawn_at: null })
      .where('withdrawn_at', 'is not', null)
      .where('user_id', 'in', namedIds)
      .where((notice) => notice.or([notice('read_at', 'is', null), notice('read_at', '>', readAfter)])),
  )

/** Rows that are deleted of a person at once: a few milliseconds. */
const maxExcessDeleted = 500

/** Deletes the oldest unread notices of these people beyond the maximum; withdrawn ones count, as the index has them too. */
export async function deleteExcessUnread(tx: Db, userIds: string[]) {
  const last = sql<string | null>`(select notices.id from notices where user_id = users.id and read_at is null
    order by notices.id desc limit 1 offset ${sql.lit(limits.maxUnreadNotices)})`
  for (const ids of batches(userIds, batchSize)) {
    const people = await tx
      .selectFrom('users')
      .select(['id', last.as('last')])
      .where('id', 'in', ids)
      .execute()
    for (const { id, last } of people)
      if (last !== null)
        await sql`delete from notices where id in (select id from notices where user_id = ${id} and read_at is null
          and id <= ${last} order by id limit ${sql.lit(maxExcessDeleted)})`.execute(tx)
  }
}

export const deleteReactionNoticesBy = (tx: Db, actorId: string) =>
  deleteWhere(tx, (notice) => notice.and([notice('actor_id', '=', actorId), notice('kind', '=', 'reaction')]))

export const listPeopleWithNoticesOfPost = (tx: Db, postId: string) =>
  listValues(tx.selectFrom('notices').select('user_id').distinct().where('post_id', '=', postId))

/** Notices that the person may still see, decided as for the things themselves. */
const visible = (db: Db, { id, role }: Person) =>
  db
    .selectFrom('notices')
    .leftJoin('posts', 'posts.id', 'notices.post_id')
    .leftJoin('mails', 'mails.id', 'notices.subject_id')
    .where('notices.user_id', '=', id)
    .where('notices.withdrawn_at', 'is', null)
    .where((notice) => notice.or([notice('subject_kind', '!=', 'broadcast'), notice('mails.id', 'is not', null)]))
    .$if(role !== 'admin', (query) =>
      query
        .where('notices.subject_kind', '!=', 'person')
        .where((notice) =>
          notice.or([
            notice('notices.post_id', 'is', null),
            notice('posts.published_at', 'is not', null),
            notice('posts.author_id', '=', id),
          ]),
        ),
    )

const subjects = (db: Db, person: Person) => visible(db, person).groupBy(['notices.kind', 'notices.subject_id'])

/** The newest of each kind about each subject, with what is gathered there; newest first. */
export const listGathered = (db: Db, person: Person, { limit, after }: { limit: number; after: string | undefined }) =>
  subjects(db, person)
    .select(['notices.kind', 'notices.subject_id'])
    .select(({ fn }) => [
      fn.max('notices.id').as('id'),
      sql<number>`count(distinct notices.actor_id)`.as('actors'),
      sql<string | null>`min(case when notices.read_at is null then notices.id end)`.as('oldest_unread'),
    ])
    .$if(after !== undefined, (query) => query.having(({ fn, eb }) => eb(fn.max('notices.id'), '<', after as string)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const countGathered = (db: Db, person: Person) =>
  countRows(db.selectFrom(subjects(db, person).select('notices.kind').as('gathered')))

/** Up to the maximum that is counted. */
export function countUnread(db: Db, person: Person) {
  const newest = visible(db, person)
    .where('notices.read_at', 'is', null)
    .select(['notices.kind', 'notices.subject_id'])
    // more rows than that would cost more than their count is worth
    .orderBy('notices.id', 'desc')
    .limit(limits.maxUnreadNotices)
    .as('newest')
  const unread = db
    .selectFrom(newest)
    .select('newest.kind')
    .groupBy(['newest.kind', 'newest.subject_id'])
    .limit(limits.maxUnreadCount)
  return countRows(db.selectFrom(unread.as('unread')))
}

/** A reaction is shown with the text of the thing, others with that of their cause. */
const shownId = sql<string>`case when notices.kind = 'reaction' then notices.subject_id else notices.cause_id end`

/** The emoji of a reaction; if the person has given several, the newest. */
const newestEmoji = ({ selectFrom }: Pick<ExpressionBuilder<Schema, 'notices'>, 'selectFrom'>) =>
  selectFrom('reactions')
    .select('emoji')
    .whereRef('reactions.kind', '=', sql.ref('notices.subject_kind'))
    .whereRef('reactions.target_id', '=', 'notices.subject_id')
    .whereRef('reactions.user_id', '=', 'notices.actor_id')
    .where('notices.kind', '=', 'reaction')
    .orderBy('reactions.created_at', 'desc')
    .limit(1)

const selectShown = (db: Db) =>
  db
    .selectFrom('notices')
    .innerJoin('users as actors', 'actors.id', 'notices.actor_id')
    .leftJoin('posts', 'posts.id', 'notices.post_id')
    .leftJoin('comments', (join) => join.on('comments.id', '=', shownId))
    .leftJoin('chat_messages', (join) => join.on('chat_messages.id', '=', shownId))
    .leftJoin('mails', 'mails.id', 'notices.subject_id')
    .leftJoin('news', 'news.id', 'notices.subject_id')
    .leftJoin('files', 'files.id', 'notices.subject_id')
    .select(['notices.id', 'notices.kind', 'notices.subject_kind', 'notices.subject_id', 'notices.post_id'])
    .select(['notices.cause_id', 'notices.created_at', 'notices.actor_id', 'actors.name as actor_name'])
    .select(['actors.deleted_at as actor_deleted_at', 'posts.published_at'])
    .select((notice) => newestEmoji(notice).as('emoji'))
    .select([
      sql<string | null>`coalesce(posts.title, news.title, files.title, files.original_name, mails.subject)`.as(
        'title',
      ),
      beginning('comments.content').as('comment_text'),
      beginning('chat_messages.message').as('message_text'),
      beginning('mails.body').as('mail_text'),
      sql<string | null>`case when notices.cause_id = posts.id then posts.excerpt end`.as('post_text'),
    ])

export type NoticeRow = Awaited<ReturnType<ReturnType<typeof selectShown>['execute']>>[number]

/** With what is shown of their causes; the texts have the present names of those whom they mention. */
export const listNotices = async (db: Db, ids: string[]): Promise<NoticeRow[]> =>
  withMentionNames(
    db,
    await selectShown(db).where('notices.id', 'in', ids).execute(),
    ...(['comment_text', 'message_text', 'post_text'] as const),
  )

const beginning = (column: string) => sql<string | null>`substr(${sql.ref(column)}, 1, ${sql.lit(excerptSource)})`

export const findBroadcast = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('mails')
    .innerJoin('notices', 'notices.subject_id', 'mails.id')
    .select(['mails.subject', 'mails.body as message'])
    .where('mails.id', '=', id)
    .where('mails.kind', '=', 'broadcast')
    .where('notices.user_id', '=', userId)
    .where('notices.subject_kind', '=', 'broadcast')
    .executeTakeFirst()

/** `messages_until`: notices of messages up to a `seq`, and of reactions to them. */
type Selection = ReadNotices | { messages_until: number }

/** Returns how many were unread. A notice stands for the earlier ones that are gathered in it. */
export const setRead = (tx: Db, userId: string, at: number, selection: Selection) =>
  countChanges(
    tx
      .updateTable('notices')
      .set({ read_at: at })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .where((notice) => isSelected(notice, userId, selection)),
  )

function isSelected(
  { eb, and, or, exists, selectFrom }: ExpressionBuilder<Schema, 'notices'>,
  userId: string,
  selection: Selection,
): Expression<SqlBool> {
  if ('messages_until' in selection) {
    const messages = selectFrom('chat_messages').select('seq').where('seq', '<=', selection.messages_until)
    return and([eb('subject_kind', '=', 'message'), exists(messages.where('chat_messages.id', '=', shownId))])
  }
  if ('all_until' in selection) return eb('id', '<=', selection.all_until)
  if ('subject' in selection)
    return or((['subject_id', 'post_id', 'cause_id'] as const).map((column) => eb(column, '=', selection.subject)))
  return exists(
    selectFrom('notices as chosen')
      .select('chosen.id')
      .where('chosen.id', 'in', selection.ids)
      .where('chosen.user_id', '=', userId)
      .whereRef('chosen.kind', '=', 'notices.kind')
      .whereRef('chosen.subject_id', '=', 'notices.subject_id')
      .whereRef('chosen.id', '>=', 'notices.id'),
  )
}

const unreadMessages = (db: Db, userId: string) =>
  db
    .selectFrom('notices')
    .innerJoin('chat_messages', 'chat_messages.id', 'notices.cause_id')
    .where('notices.user_id', '=', userId)
    .where('notices.read_at', 'is', null)
    .where('notices.withdrawn_at', 'is', null)
    .where('notices.kind', 'in', ['answer', 'mention'])

/** Messages to the person that the person hasn't read, newest first. */
export const listUnreadMessages = async (db: Db, userId: string, limit: number) =>
  withMentionNames(
    db,
    await unreadMessages(db, userId)
      .innerJoin('users', 'users.id', 'chat_messages.author_id')
      .select(['chat_messages.id', 'chat_messages.created_at', 'users.name as author_name'])
      .select(sql<string>`substr(chat_messages.message, 1, ${sql.lit(excerptSource)})`.as('message'))
      .orderBy('notices.id', 'desc')
      .limit(limit)
      .execute(),
    'message',
  )

export const countUnreadMessages = (db: Db, userId: string) => countRows(unreadMessages(db, userId))

/** True if the person may see an unread notice of the thread, by its parts (`threadOf` of push.ts). */
export const isThreadUnread = (tx: Db, person: Person, what: string, id: string) =>
  hasRow(
    visible(tx, person)
      .where('notices.read_at', 'is', null)
      .$if(what === 'chat', (query) => query.where('subject_kind', '=', 'message'))
      .$if(what === 'post', (query) => query.where('notices.post_id', '=', id))
      .$if(what !== 'chat' && what !== 'post', (query) => query.where('notices.subject_id', '=', id))
      .where('notices.kind', what === 'reaction' ? '=' : '!=', 'reaction'),
  )

/** True if the chat has a message of somebody else that the person hasn't read. */
export const hasUnreadMessage = (tx: Db, userId: string) =>
  hasRow(
    tx
      .selectFrom('chat_messages')
      .where('author_id', '!=', userId)
      .where('deleted_at', 'is', null)
      .where(({ eb, selectFrom, fn, lit }) =>
        eb('seq', '>', fn.coalesce(selectFrom('chat_readings').select('seq').where('user_id', '=', userId), lit(0))),
      ),
  )
