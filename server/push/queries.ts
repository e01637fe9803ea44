import { type Insertable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Role } from '../../contract/users.ts'
import { listValues } from '../db/count.ts'
import type { Db, PushSubscriptionRow, Schema } from '../db/schema.ts'
import { batches } from '../lib/batches.ts'

const subscriptions = (db: Db) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'session_id', 'service', 'hides_content', 'pushed_at', 'sessions.agent'])
    .select(['push_subscriptions.created_at', 'sessions.user_id'])

export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

/** Devices of sessions that haven't ended, the newest first. */
export const listDevices = (db: Db, userId: string, now: number) =>
  subscriptions(db)
    .where('sessions.user_id', '=', userId)
    .where('sessions.expires_at', '>', now)
    .orderBy('push_subscriptions.id', 'desc')
    .execute()

/** Devices of all sessions, the one that was used last first. */
export const listSubscriptionsByUse = (tx: Db, userId: string) =>
  subscriptions(tx).where('sessions.user_id', '=', userId).orderBy('sessions.last_seen_at', 'desc').execute()

export const findByEndpoint = (tx: Db, endpoint: string) =>
  subscriptions(tx).where('endpoint', '=', endpoint).executeTakeFirst()

export const insertSubscription = (tx: Db, row: Insertable<Schema['push_subscriptions']>) =>
  tx.insertInto('push_subscriptions').values(row).execute()

export const updateSubscription = (
  tx: Db,
  id: string,
  changes: Partial<Pick<PushSubscriptionRow, 'session_id' | 'p256dh' | 'auth' | 'hides_content' | 'pushed_at'>>,
) => tx.updateTable('push_subscriptions').set(changes).where('id', '=', id).execute()

/** The person's last choice to hide content, 1 or 0, which a new device begins with. */
export const findHidesPushes = async (tx: Db, userId: string) =>
  (await tx.selectFrom('users').select('hides_pushes').where('id', '=', userId).executeTakeFirstOrThrow()).hides_pushes

export const setHidesPushes = (tx: Db, userId: string, hides_pushes: number) =>
  tx.updateTable('users').set({ hides_pushes }).where('id', '=', userId).execute()

export const deleteSubscription = (tx: Db, id: string) =>
  tx.deleteFrom('push_subscriptions').where('id', '=', id).execute()

/** The session's own, except one. */
export const deleteSubscriptionOfSession = (tx: Db, sessionId: string, exceptId = '') =>
  tx.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).where('id', '!=', exceptId).execute()

export const listSubscriptionIds = (tx: Db, userIds: string[]) =>
  listValues(subscriptions(tx).where('sessions.user_id', 'in', userIds).clearSelect().select('push_subscriptions.id'))

/** Rows per statement. */
const batchSize = 200

const isWaiting = sql`pushes.sent_at is null and pushes.taken_at is null and pushes.withdrawn_at is null`

/** Each in place of the thread's message to the same device, even if that is being sent or was. */
export async function upsertPushes(tx: Db, rows: Schema['pushes'][]) {
  for (const batch of batches(rows, batchSize))
    await tx
      .insertInto('pushes')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['subscription_id', 'thread']).doUpdateSet((set) => ({
          id: set.ref('excluded.id'),
          title: set.ref('excluded.title'),
          body: set.ref('excluded.body'),
          path: set.ref('excluded.path'),
          about_id: set.ref('excluded.about_id'),
          post_id: set.ref('excluded.post_id'),
          urgency: set.ref('excluded.urgency'),
          // one that waits keeps its turn, and the pause that its service asked for
          due_at: sql<number>`case when ${isWaiting} and pushes.attempts = 0 and pushes.due_at < excluded.due_at
            then pushes.due_at when ${isWaiting} and pushes.attempts > 0 and pushes.due_at > excluded.due_at
            then pushes.due_at else excluded.due_at end`,
          attempts: sql<number>`case when ${isWaiting} then pushes.attempts else 0 end`,
          expires_at: set.ref('excluded.expires_at'),
          shown_at: sql<number>`coalesce(pushes.sent_at, pushes.taken_at, pushes.shown_at)`,
          taken_at: null,
          sent_at: null,
          withdrawn_at: null,
        })),
      )
      .execute()
}

/** Messages that aren't withdrawn, with the people to whose devices they go. */
const pushed = (tx: Db) =>
  tx
    .selectFrom('pushes')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'pushes.subscription_id')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .where('withdrawn_at', 'is', null)

/** Messages of a person's devices about a thread. */
export const listPushesOf = (tx: Db, userId: string, thread: string) =>
  pushed(tx)
    .select(['pushes.id', 'pushes.taken_at', 'pushes.sent_at', 'pushes.shown_at', 'service', 'last_seen_at'])
    .where('sessions.user_id', '=', userId)
    .where('thread', '=', thread)
    .execute()

/** Threads of these people's messages. */
export async function listPushedThreads(tx: Db, userIds: string[]) {
  const threads: { id: string; role: Role; wants_all: number; thread: string }[] = []
  for (const ids of batches(userIds, batchSize))
    threads.push(
      ...(await pushed(tx)
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .leftJoin('notice_settings', 'notice_settings.user_id', 'users.id')
        .select(['users.id', 'users.role', 'thread'])
        .select(sql<number>`case when notice_settings.chat = 'all' then 1 else 0 end`.as('wants_all'))
        .distinct()
        .where('users.id', 'in', ids)
        .where('thread', '!=', 'test')
        .execute()),
    )
  return threads
}

/** Gives the messages that wait, and lead to a thing, another text. */
export const setPushBody = (tx: Db, aboutId: string, body: string) =>
  tx.updateTable('pushes').set({ body }).where('about_id', '=', aboutId).where('sent_at', 'is', null).execute()

/** Threads of the messages that lead to a thing, or to something in a post. */
export const listPushedTo = (tx: Db, id: string) =>
  pushed(tx)
    .select(['sessions.user_id', 'thread'])
    .distinct()
    .where((push) => push.or([push('about_id', '=', id), push('post_id', '=', id)]))
    .execute()

export const deletePush = (tx: Db, id: string) => tx.deleteFrom('pushes').where('id', '=', id).execute()

/** Its withdrawal waits in its place, under another id: the result of sending the message isn't its own. */
export const withdrawPushRow = (tx: Db, id: string, { newId, now }: { newId: string; now: number }) =>
  tx
    .updateTable('pushes')
    .set({ id: newId, urgency: 'low', due_at: now, expires_at: now + limits.push.lifetimeMs, attempts: 0 })
    .set({ taken_at: null, sent_at: null, shown_at: now, withdrawn_at: now })
    .where('id', '=', id)
    .execute()
