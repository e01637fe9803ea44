import { type Insertable, sql } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'

/** Rows that are inserted at once: a statement takes a limited number of values. */
const atOnce = 1000
// not a parameter: SQLite would not see that the index is for these
const queued = sql.lit('queued' as const)

export const insertMail = (tx: Db, mail: Insertable<Schema['mails']>) => tx.insertInto('mails').values(mail).execute()

export async function insertDeliveries(tx: Db, rows: Insertable<Schema['deliveries']>[]) {
  for (let at = 0; at < rows.length; at += atOnce)
    await tx
      .insertInto('deliveries')
      .values(rows.slice(at, at + atOnce))
      .execute()
}

/** Who changed their password, or looks whether mail works, doesn't wait for a broadcast to thousands. */
const urgency = sql<number>`case when mails.kind in ('security', 'test') then 0 else 1 end`

// without the words, of which thousands may wait
const firstDue = (db: Db, now: number) =>
  db
    .selectFrom('deliveries')
    .innerJoin('mails', 'mails.id', 'deliveries.mail_id')
    .select('deliveries.id')
    .where('deliveries.state', '=', queued)
    .where('deliveries.due_at', '<=', now)
    .orderBy(urgency)
    .orderBy('deliveries.due_at')
    .orderBy('deliveries.id')
    .limit(1)

/** What is due first, with all that its letter is made of. */
export const findDue = (db: Db, now: number) =>
  db
    .selectFrom('deliveries')
    .innerJoin('mails', 'mails.id', 'deliveries.mail_id')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .innerJoin('users as authors', 'authors.id', 'mails.author_id')
    .leftJoin('posts', 'posts.id', 'mails.post_id')
    .select(['deliveries.id', 'deliveries.attempts', 'deliveries.due_at', 'deliveries.user_id'])
    .select(['mails.kind', 'mails.subject', 'mails.body', 'mails.preference', 'mails.post_id'])
    .select(['users.name', 'users.email', 'users.deactivated_at', 'users.deleted_at'])
    .select(['users.new_posts', 'users.admin_notifications', 'users.comment_replies', 'users.weekly_digest'])
    .select(['authors.name as author_name', 'posts.title', 'posts.excerpt', 'posts.excerpt_cut', 'posts.published_at'])
    .where('deliveries.id', '=', firstDue(db, now))
    .executeTakeFirst()

export type DueRow = NonNullable<Awaited<ReturnType<typeof findDue>>>

const still = (db: Db, id: string) => db.updateTable('deliveries').where('id', '=', id).where('state', '=', queued)

/** Counts an attempt, and keeps the letter from all others until then. */
export const countAttempt = (tx: Db, id: string, due_at: number) =>
  still(tx, id)
    .set((row) => ({ attempts: row('attempts', '+', 1), due_at }))
    .execute()

/** Says that a letter is still in hand; one that was put off meanwhile stays so. */
export const keepInHand = (db: Db, id: string, due_at: number) =>
  still(db, id).set({ due_at }).where('due_at', '<', due_at).execute()

export const takeAttemptBack = (tx: Db, id: string, due_at: number) =>
  still(tx, id)
    .set((row) => ({ attempts: row('attempts', '-', 1), due_at }))
    .execute()

/** It went out, whatever was decided of it meanwhile. */
export const markSent = (db: Db, id: string, now: number) =>
  db.updateTable('deliveries').set({ state: 'sent', sent_at: now, reason: null }).where('id', '=', id).execute()

/** It doesn't go out: by somebody's fault, or because it isn't to any more. */
export const giveUp = (db: Db, id: string, state: 'failed' | 'skipped', reason: string) =>
  still(db, id).set({ state, reason }).execute()

export const putOff = (db: Db, id: string, due_at: number, reason: string) =>
  still(db, id).set({ due_at, reason }).execute()

export const skipQueuedOfPost = (tx: Db, postId: string, reason: string) =>
  tx
    .updateTable('deliveries')
    .set({ state: 'skipped', reason })
    .where('state', '=', queued)
    .where('mail_id', 'in', (from) => from.selectFrom('mails').select('id').where('post_id', '=', postId))
    .execute()

export const isSent = async (db: Db, id: string) =>
  (await db.selectFrom('deliveries').select('state').where('id', '=', id).executeTakeFirst())?.state === 'sent'

/** The newest of those that went out. */
export const findLastSent = async (db: Db) =>
  (
    await db
      .selectFrom('deliveries')
      .select('id')
      .where('state', '=', 'sent')
      .orderBy('sent_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** Fails what waits since before that moment; how many there were. */
export const failQueuedBefore = async (tx: Db, moment: number, reason: string) =>
  Number(
    (
      await tx
        .updateTable('deliveries')
        .set({ state: 'failed', reason })
        .where('state', '=', queued)
        .where('mail_id', 'in', (from) => from.selectFrom('mails').select('id').where('created_at', '<', moment))
        .executeTakeFirst()
    ).numUpdatedRows,
  )

/** Queues again what wasn't to go out of a post, as it was withdrawn or its reader not to get it; whether there is any. */
export const queueSkippedOfPost = async (tx: Db, postId: string, now: number) =>
  (
    await tx
      .updateTable('deliveries')
      .set({ state: 'queued', due_at: now, attempts: 0, reason: null })
      .where('state', '=', 'skipped')
      .where('mail_id', 'in', (from) => from.selectFrom('mails').select('id').where('post_id', '=', postId))
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Queues again what failed of a mail. */
export const queueFailed = (tx: Db, mailId: string, now: number) =>
  tx
    .updateTable('deliveries')
    .set({ state: 'queued', due_at: now, attempts: 0 })
    .where('mail_id', '=', mailId)
    .where('state', '=', 'failed')
    .execute()

export const makeAllDue = (tx: Db, now: number) =>
  tx.updateTable('deliveries').set({ due_at: now }).where('state', '=', queued).execute()

/** Makes due what will be soon. */
export const makeSoonDue = (db: Db, now: number, soon: number) =>
  db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('state', '=', queued)
    .where('due_at', '>', now)
    .where('due_at', '<=', soon)
    .execute()

export const findHold = (db: Db) => db.selectFrom('mail_holds').selectAll().executeTakeFirst()

export const holdAll = (db: Db, hold: Omit<Schema['mail_holds'], 'name'>) =>
  db
    .insertInto('mail_holds')
    .values({ name: 'mail', ...hold })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ reason: hold.reason, failures: hold.failures, next_try_at: hold.next_try_at }),
    )
    .execute()

export const deleteHold = (db: Db) => db.deleteFrom('mail_holds').execute()

/** Whether nobody else has it; it is then taken, or kept, until that moment. */
export const takeLease = async (db: Db, holder: string, now: number, until: number) => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('leases')
    .values({ name: 'mail', holder, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, until })
        .where((lease) => lease.or([lease('leases.holder', '=', holder), lease('leases.until', '<=', now)])),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Holds the lease's row until the end of the transaction; whether it is still this one's. */
export const keepLease = async (tx: Db, holder: string) =>
  (await tx.updateTable('leases').set({ holder }).where('holder', '=', holder).executeTakeFirst()).numUpdatedRows > 0n

export const deleteLease = (db: Db, holder?: string) =>
  db
    .deleteFrom('leases')
    .$if(holder !== undefined, (query) => query.where('holder', '=', holder as string))
    .execute()
