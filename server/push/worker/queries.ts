import { limits } from '../../../contract/limits.ts'
import { activeSessions } from '../../auth/queries.ts'
import { ifTrusted } from '../../clock/queries.ts'
import { findValue, hasChanged, hasRow } from '../../db/count.ts'
import type { Db } from '../../db/schema.ts'
import { upsert } from '../../db/upsert.ts'
import type { Services } from '../../services.ts'

/** Longest pause of a service, also of one that asks for more. An end that is further ahead is of a time when the clock was wrong. */
export const maxHoldMs = 60 * 60_000

const waiting = (db: Db, now: number) =>
  db
    .selectFrom('pushes')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'pushes.subscription_id')
    .leftJoin('push_holds', 'push_holds.service', 'push_subscriptions.service')
    .where('pushes.sent_at', 'is', null)
    .where('pushes.taken_at', 'is', null)
    .where('pushes.due_at', '<=', now)
    .where(({ or, eb }) =>
      or([
        eb('push_holds.until', 'is', null),
        eb('push_holds.until', '<=', now),
        eb('push_holds.until', '>', now + maxHoldMs),
      ]),
    )
    // what is over by a doubted clock waits
    .where(({ or, and, eb }) =>
      or([
        ifTrusted(now),
        and([
          eb('pushes.expires_at', '>', now),
          eb('push_subscriptions.session_id', 'in', activeSessions(db, now).clearSelect().select('sessions.id')),
        ]),
      ]),
    )

/** True if something is due at a service that isn't paused. */
export const hasDue = (db: Db, now: number) => hasRow(waiting(db, now))

export type DueRow = NonNullable<Awaited<ReturnType<typeof findDue>>>

/** First due message, to none of these people. */
export const findDue = (db: Db, now: number, exceptUserIds: string[]) =>
  waiting(db, now)
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['pushes.id', 'pushes.subscription_id', 'thread', 'title', 'body', 'path', 'urgency', 'attempts'])
    .select(['pushes.expires_at', 'withdrawn_at', 'endpoint', 'push_subscriptions.service', 'p256dh', 'auth'])
    .select(['hides_content', 'session_id', 'sessions.user_id', 'push_holds.failures'])
    .$if(exceptUserIds.length > 0, (query) => query.where('sessions.user_id', 'not in', exceptUserIds))
    .orderBy('pushes.due_at')
    .orderBy('pushes.id')
    .limit(1)
    .executeTakeFirst()

/** Counts the attempt before it is made; false if the message was replaced or withdrawn meanwhile. */
export const takePush = (tx: Db, id: string, now: number) =>
  hasChanged(
    tx
      .updateTable('pushes')
      .set((push) => ({ taken_at: now, attempts: push('attempts', '+', 1) }))
      .where('id', '=', id),
  )

/** Nothing if the message was replaced or withdrawn meanwhile: it has another id then. */
export const markPushed = (tx: Db, id: string, now: number) =>
  tx.updateTable('pushes').set({ sent_at: now, taken_at: null }).where('id', '=', id).execute()

export const reschedulePush = (tx: Db, id: string, due_at: number) =>
  tx.updateTable('pushes').set({ due_at, taken_at: null }).where('id', '=', id).execute()

/** To be sent again at once. */
export const shortenPush = (tx: Db, id: string, body: string) =>
  tx.updateTable('pushes').set({ body, taken_at: null }).where('id', '=', id).execute()

/** Messages taken by a process that died count as sent, as they may be: none comes twice. */
export const markTakenAsSent = (tx: Db) =>
  tx
    .updateTable('pushes')
    .set((push) => ({ sent_at: push.ref('taken_at'), taken_at: null }))
    .where('taken_at', 'is not', null)
    .where('sent_at', 'is', null)
    .execute()

/** Time in which a message that a device may still show can be taken back. */
const shownForMs = 30 * 24 * 60 * 60_000

/** Time for which failures of a service count. */
const failureRetentionMs = 7 * 24 * 60 * 60_000

/** Removes what is of no use any more, and mends what a wrong clock has left: what is due later than any can be is due now. */
export async function cleanUpPushes({ db, now: readNow }: Pick<Services, 'db' | 'now'>) {
  const now = readNow()
  await db
    .updateTable('pushes')
    .set({ due_at: now, expires_at: now + limits.push.lifetimeMs })
    .where('sent_at', 'is', null)
    .where('due_at', '>', now + limits.push.maxDelayMs)
    .execute()
  await db
    .deleteFrom('pushes')
    .where('expires_at', '<=', now)
    .where('taken_at', 'is', null)
    .where((push) => push.or([push('sent_at', 'is', null), push('expires_at', '<=', now - shownForMs)]))
    .where(ifTrusted(now))
    .execute()
  await db
    .deleteFrom('push_holds')
    .where((hold) => hold.or([hold('until', '<=', now - failureRetentionMs), hold('until', '>', now + maxHoldMs)]))
    .execute()
}

export const upsertHold = (tx: Db, service: string, failures: number, until: number) =>
  upsert(tx, 'push_holds', { service, failures, until }, ['service'], { failures, until })

export const findFailures = async (tx: Db, service: string) =>
  (await findValue(tx.selectFrom('push_holds').select('failures').where('service', '=', service))) ?? 0

export const deleteHold = (tx: Db, service: string) =>
  tx.deleteFrom('push_holds').where('service', '=', service).execute()
