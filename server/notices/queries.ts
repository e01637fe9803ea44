import { type Insertable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { NoticeKind, ReadNotices } from '../../contract/notices/notices.ts'
import type { Person } from '../../contract/permissions.ts'
import { excerptSource } from '../chat/excerpt.ts'
import { countAll, countRows } from '../db/count.ts'
import type { Db, Schema } from '../db/schema.ts'
import { batches } from '../lib/batches.ts'

const batchSize = 500

interface Wanted {
  kind: NoticeKind
  /** People who are asked. */
  to: string[]
  postId: string | null
  isInChat: boolean
}

/** Those of the people who want to hear of this kind, and may see the post. */
export async function listWilling(tx: Db, { kind, to, postId, isInChat }: Wanted) {
  const willing: string[] = []
  for (const ids of batches(to, batchSize)) {
    const rows = await tx
      .selectFrom('users')
      .select('users.id')
      .where('users.id', 'in', ids)
      .where('users.deleted_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('notice_choices')
              .select('user_id')
              .whereRef('user_id', '=', 'users.id')
              .where('kind', '=', kind)
              .where('choice', '=', 'nothing'),
          ),
        ),
      )
      .$if(isInChat, (query) =>
        query.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('notice_settings')
                .select('user_id')
                .whereRef('user_id', '=', 'users.id')
                .where('chat', '=', 'nothing'),
            ),
          ),
        ),
      )
      .$if(postId !== null, (query) =>
        query
          .innerJoin('posts', (join) => join.on('posts.id', '=', postId as string))
          .where(isReadable)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('post_followings')
                  .select('user_id')
                  .whereRef('user_id', '=', 'users.id')
                  .where('post_id', '=', postId as string)
                  .where('state', '=', 'muted'),
              ),
            ),
          ),
      )
      .execute()
    willing.push(...rows.map(({ id }) => id))
  }
  return willing
}

/** `post.read` of contract/permissions.ts, for the person in `users`. */
const isReadable = sql<boolean>`(posts.published_at is not null or posts.author_id = users.id or users.role = 'admin')`

export const listFollowers = async (tx: Db, postId: string) =>
  (
    await tx
      .selectFrom('post_followings')
      .select('user_id')
      .where('post_id', '=', postId)
      .where('state', '=', 'following')
      .execute()
  ).map(({ user_id }) => user_id)

export const listActiveAdmins = async (tx: Db) =>
  (
    await tx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('deactivated_at', 'is', null)
      .where('deleted_at', 'is', null)
      .execute()
  ).map(({ id }) => id)

/** One for each person, kind and cause: a repeat is left out. */
export async function insertNotices(tx: Db, rows: Insertable<Schema['notices']>[]) {
  for (const batch of batches(rows, batchSize))
    await tx
      .insertInto('notices')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'cause_id']).doNothing())
      .execute()
}

/** Deletes the notices that a thing caused or is the subject of; returns whose they were. */
export async function deleteAbout(tx: Db, id: string) {
  const rows = await tx
    .selectFrom('notices')
    .select(['id', 'user_id'])
    .where((notice) => notice.or([notice('cause_id', '=', id), notice('subject_id', '=', id)]))
    .execute()
  for (const batch of batches(rows, batchSize))
    await tx
      .deleteFrom('notices')
      .where(
        'id',
        'in',
        batch.map((row) => row.id),
      )
      .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

export const listPeopleWithNoticesOfPost = async (tx: Db, postId: string) =>
  (await tx.selectFrom('notices').select('user_id').distinct().where('post_id', '=', postId).execute()).map(
    ({ user_id }) => user_id,
  )

/** Those that the person may still see, decided as for the things themselves. */
const visible = (db: Db, { id, role }: Person) =>
  db
    .selectFrom('notices')
    .leftJoin('posts', 'posts.id', 'notices.post_id')
    .leftJoin('mails', 'mails.id', 'notices.subject_id')
    .where('notices.user_id', '=', id)
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

export const countGathered = async (db: Db, person: Person) =>
  (
    await db
      .selectFrom(subjects(db, person).select('notices.kind').as('gathered'))
      .select(countAll.as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Up to the maximum that is counted. */
export const countUnread = async (db: Db, person: Person) =>
  (
    await db
      .selectFrom(
        subjects(db, person)
          .where('notices.read_at', 'is', null)
          .select('notices.kind')
          .limit(limits.maxUnreadCount)
          .as('unread'),
      )
      .select(countAll.as('count'))
      .executeTakeFirstOrThrow()
  ).count

export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number]

/** With what is shown of their causes. */
export const listNotices = (db: Db, ids: string[]) =>
  db
    .selectFrom('notices')
    .innerJoin('users as actors', 'actors.id', 'notices.actor_id')
    .leftJoin('posts', 'posts.id', 'notices.post_id')
    .leftJoin('comments', 'comments.id', 'notices.cause_id')
    .leftJoin('chat_messages', 'chat_messages.id', 'notices.cause_id')
    .leftJoin('mails', 'mails.id', 'notices.subject_id')
    .select(['notices.id', 'notices.kind', 'notices.subject_kind', 'notices.subject_id', 'notices.post_id'])
    .select(['notices.cause_id', 'notices.created_at', 'notices.actor_id', 'actors.name as actor_name'])
    .select(['actors.deleted_at as actor_deleted_at', 'posts.title as post_title', 'mails.subject as mail_subject'])
    .select([
      beginning('comments.content').as('comment_text'),
      beginning('chat_messages.message').as('message_text'),
      beginning('mails.body').as('mail_text'),
    ])
    .where('notices.id', 'in', ids)
    .execute()

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

const unreadOf = (tx: Db, userId: string, at: number) =>
  tx.updateTable('notices').set({ read_at: at }).where('user_id', '=', userId).where('read_at', 'is', null)

/** Returns how many were unread. A notice stands for the earlier ones that are gathered in it. */
export async function setRead(tx: Db, userId: string, at: number, wanted: ReadNotices) {
  const query = unreadOf(tx, userId, at)
  const { numUpdatedRows } = await ('all_until' in wanted
    ? query.where('id', '<=', wanted.all_until)
    : 'subject' in wanted
      ? query.where(({ or, eb }) =>
          or((['subject_id', 'post_id', 'cause_id'] as const).map((column) => eb(column, '=', wanted.subject))),
        )
      : query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('notices as chosen')
              .select('chosen.id')
              .where('chosen.id', 'in', wanted.ids)
              .where('chosen.user_id', '=', userId)
              .whereRef('chosen.kind', '=', 'notices.kind')
              .whereRef('chosen.subject_id', '=', 'notices.subject_id')
              .whereRef('chosen.id', '>=', 'notices.id'),
          ),
        )
  ).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Of messages up to a `seq`; returns how many were unread. */
export async function setMessagesRead(tx: Db, userId: string, at: number, seq: number) {
  const { numUpdatedRows } = await unreadOf(tx, userId, at)
    .where('subject_kind', '=', 'message')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('chat_messages')
          .select('seq')
          .whereRef('chat_messages.id', '=', 'notices.cause_id')
          .where('seq', '<=', seq),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const unreadMessages = (db: Db, userId: string) =>
  db
    .selectFrom('notices')
    .innerJoin('chat_messages', 'chat_messages.id', 'notices.cause_id')
    .where('notices.user_id', '=', userId)
    .where('notices.read_at', 'is', null)
    .where('notices.kind', '=', 'answer')

/** Messages to the person that the person hasn't read, newest first. */
export const listUnreadMessages = (db: Db, userId: string, limit: number) =>
  unreadMessages(db, userId)
    .innerJoin('users', 'users.id', 'chat_messages.author_id')
    .select(['chat_messages.id', 'chat_messages.created_at', 'users.name as author_name'])
    .select(sql<string>`substr(chat_messages.message, 1, ${sql.lit(excerptSource)})`.as('message'))
    .orderBy('notices.id', 'desc')
    .limit(limit)
    .execute()

export const countUnreadMessages = (db: Db, userId: string) => countRows(unreadMessages(db, userId))
