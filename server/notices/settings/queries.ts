// Choices of people about notices, and the recipients whom they leave.
import { type Insertable, sql } from 'kysely'
import type { NoticeKind } from '../../../contract/notices/notices.ts'
import type { Following, NoticeChoice } from '../../../contract/notices/settings.ts'
import { findValue, listValues } from '../../db/count.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { upsert } from '../../db/upsert.ts'
import { batches } from '../../lib/batches.ts'

/** Choices of people who haven't chosen. */
export const defaultChoices: Record<NoticeKind, NoticeChoice> = {
  mention: 'push',
  comment: 'push',
  answer: 'push',
  reaction: 'here',
  broadcast: 'push',
  invitation: 'here',
}

export const defaultSettings = { chat: 'named', silence_until: null, quiet_from: null, quiet_to: null } as const

const settingColumns = ['chat', 'silence_until', 'quiet_from', 'quiet_to'] as const

export const listChoices = (db: Db, userId: string) =>
  db.selectFrom('notice_choices').select(['kind', 'choice']).where('user_id', '=', userId).execute()

export const findSettings = (db: Db, userId: string) =>
  db.selectFrom('notice_settings').select(settingColumns).where('user_id', '=', userId).executeTakeFirst()

export const setChoice = (tx: Db, row: Insertable<Schema['notice_choices']>) =>
  upsert(tx, 'notice_choices', row, ['user_id', 'kind'], { choice: row.choice })

export async function setSettings(
  tx: Db,
  user_id: string,
  changes: Partial<Omit<Schema['notice_settings'], 'user_id'>>,
) {
  if (Object.keys(changes).length === 0) return
  await upsert(tx, 'notice_settings', { user_id, ...defaultSettings, ...changes }, ['user_id'], changes)
}

export const findFollowing = (db: Db, userId: string, postId: string) =>
  findValue(
    db.selectFrom('post_followings').select('state').where('user_id', '=', userId).where('post_id', '=', postId),
  )

export const setFollowing = (tx: Db, user_id: string, post_id: string, state: Following['state']): Promise<unknown> =>
  state !== null
    ? upsert(tx, 'post_followings', { user_id, post_id, state }, ['post_id', 'user_id'], { state })
    : tx.deleteFrom('post_followings').where('user_id', '=', user_id).where('post_id', '=', post_id).execute()

const batchSize = 500

interface Cause {
  kind: NoticeKind
  /** People who may get a notice. */
  to: string[]
  post_id: string | null
  cause_id: string
  isInChat: boolean
}

export type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]

/** Recipients among these people: they want this kind of notice, may see the post, and have no notice of the cause yet. */
async function listRecipientsAmong(tx: Db, ids: string[], { kind, post_id, cause_id, isInChat }: Cause) {
  return await tx
    .selectFrom('users')
    .leftJoin('notice_choices', (join) =>
      join.onRef('notice_choices.user_id', '=', 'users.id').on('notice_choices.kind', '=', kind),
    )
    .leftJoin('notice_settings', 'notice_settings.user_id', 'users.id')
    .select(['users.id', 'choice', ...settingColumns])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('push_subscriptions')
          .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
          .select('sessions.id')
          .whereRef('sessions.user_id', '=', 'users.id'),
      ).as('has_device'),
    )
    .where('users.id', 'in', ids)
    .where('users.deleted_at', 'is', null)
    .where((user) => user.or([user('choice', 'is', null), user('choice', '!=', 'nothing')]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices')
            .select('notices.id')
            .whereRef('user_id', '=', 'users.id')
            .where('cause_id', '=', cause_id),
        ),
      ),
    )
    .$if(isInChat, (query) => query.where((user) => user.or([user('chat', 'is', null), user('chat', '!=', 'nothing')])))
    .$if(post_id !== null, (query) =>
      query
        .innerJoin('posts', (join) => join.on('posts.id', '=', post_id as string))
        .where(isReadable)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('post_followings')
                .select('user_id')
                .whereRef('user_id', '=', 'users.id')
                .where('post_id', '=', post_id as string)
                .where('state', '=', 'muted'),
            ),
          ),
        ),
    )
    .execute()
}

/** `post.read` of contract/permissions.ts, for the person in `users`. */
const isReadable = sql<boolean>`(posts.published_at is not null or posts.author_id = users.id or users.role = 'admin')`

export async function listRecipients(tx: Db, cause: Cause) {
  const recipients: Awaited<ReturnType<typeof listRecipientsAmong>> = []
  for (const ids of batches(cause.to, batchSize)) recipients.push(...(await listRecipientsAmong(tx, ids, cause)))
  return recipients
}

/** People whose devices get every message of the chat, with their settings. */
export const listWantingAll = (tx: Db, authorId: string) =>
  tx
    .selectFrom('notice_settings')
    .select(['user_id as id', ...settingColumns])
    .where('chat', '=', 'all')
    .where('user_id', '!=', authorId)
    .execute()

export const listFollowers = (tx: Db, postId: string) =>
  listValues(
    tx.selectFrom('post_followings').select('user_id').where('post_id', '=', postId).where('state', '=', 'following'),
  )

export const listActiveAdmins = (tx: Db) =>
  listValues(
    tx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('deactivated_at', 'is', null)
      .where('deleted_at', 'is', null),
  )
