import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Insertable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { DeliveryState, MailKind } from '../../contract/mail.ts'
import { countAll, countRows, findValue, hasChanged, hasRow } from '../db/count.ts'
import { type Page, pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'
import { upsert } from '../db/upsert.ts'
import { batches } from '../lib/batches.ts'

/** Rows per statement, a few milliseconds' work. */
const batchSize = 200
// a literal: SQLite uses the partial index of queued deliveries only if the statement names the state
export const queued = sql.lit('queued' as const)

export const insertMail = (tx: Db, mail: Insertable<Schema['mails']>) => tx.insertInto('mails').values(mail).execute()

/** Requests are answered in between: a mail to thousands takes a tenth of a second. */
export async function insertDeliveries(tx: Db, rows: Insertable<Schema['deliveries']>[]) {
  for (const batch of batches(rows, batchSize)) {
    await tx.insertInto('deliveries').values(batch).execute()
    await nextTurn()
  }
}

/** Last mail of a person to themselves that is or was due after a moment. */
export const findLastMailTo = (tx: Db, userId: string, kind: MailKind, subject: string, dueAfter: number) =>
  tx
    .selectFrom('mails')
    .innerJoin('deliveries', 'deliveries.mail_id', 'mails.id')
    .select(['mails.id', 'mails.body', 'deliveries.state', 'deliveries.attempts', 'deliveries.due_at'])
    .where('mails.author_id', '=', userId)
    .where('mails.kind', '=', kind)
    .where('mails.subject', '=', subject)
    .where('deliveries.user_id', '=', userId)
    .where('deliveries.due_at', '>', dueAfter)
    .orderBy('mails.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function deleteUnsentMail(tx: Db, id: string) {
  await tx.deleteFrom('deliveries').where('mail_id', '=', id).execute()
  await tx.deleteFrom('mails').where('id', '=', id).execute()
}

export const skipQueuedOfPost = (tx: Db, postId: string, reason: string) =>
  tx
    .updateTable('deliveries')
    .set({ state: 'skipped', reason })
    .where('state', '=', queued)
    .where('mail_id', 'in', (from) => from.selectFrom('mails').select('id').where('post_id', '=', postId))
    .execute()

/** Requeues deliveries of the mail or digest of a post that were skipped for `reason`; false if there are none. */
export const requeueSkippedOfPost = (tx: Db, postId: string, reason: string, now: number) =>
  hasChanged(
    tx
      .updateTable('deliveries')
      .set({ state: 'queued', due_at: now, attempts: 0, reason: null })
      .where('state', '=', 'skipped')
      .where('reason', '=', reason)
      .where('mail_id', 'in', (from) =>
        from
          .selectFrom('mails')
          .select('id')
          .where('post_id', '=', postId)
          .union(from.selectFrom('digest_posts').select('mail_id as id').where('post_id', '=', postId)),
      ),
  )

/** A delivery that failed without an attempt keeps its later time: a restored digest that still waits isn't sent early. */
export const requeueFailedOfMail = (tx: Db, mailId: string, now: number) =>
  tx
    .updateTable('deliveries')
    .set((row) => ({
      state: 'queued',
      due_at: row
        .case()
        .when(row.and([row('attempts', '=', 0), row('due_at', '>', now)]))
        .then(row.ref('due_at'))
        .else(now)
        .end(),
      attempts: 0,
    }))
    .where('mail_id', '=', mailId)
    .where('state', '=', 'failed')
    .execute()

export const hasQueued = (db: Db) => hasRow(db.selectFrom('deliveries').where('state', '=', queued))

/** Deliveries without an attempt are due already, or wait for their digest's time. */
export const makeAllDue = (tx: Db, now: number) =>
  tx.updateTable('deliveries').set({ due_at: now }).where('state', '=', queued).where('attempts', '>', 0).execute()

/** Pause of the whole queue while the mail server refuses everything. */
export const findHold = (db: Db) => db.selectFrom('mail_holds').selectAll().executeTakeFirst()

/** `since` stays that of the first refusal. */
export const upsertHold = (db: Db, { since, ...hold }: Omit<Schema['mail_holds'], 'name'>) =>
  upsert(db, 'mail_holds', { name: 'mail', since, ...hold }, ['name'], hold)

export const deleteHold = (db: Db) => db.deleteFrom('mail_holds').execute()

const mailsWithAuthor = (db: Db) =>
  db
    .selectFrom('mails')
    .innerJoin('users', 'users.id', 'mails.author_id')
    .select(['mails.id', 'mails.kind', 'mails.subject', 'mails.created_at', 'users.name as created_by'])

const noDeliveries = { queued: 0, sent: 0, saved: 0, failed: 0, skipped: 0 }

/** Only saved, as there was no mail server: a sent delivery has no other reason. */
const isSaved = sql<boolean>`state = 'sent' and reason is not null`
const countedState = sql<keyof typeof noDeliveries>`case when ${isSaved} then 'saved' else state end`.as(
  'counted_state',
)

async function countStates(db: Db, mailIds: string[]) {
  const counts = new Map<string, typeof noDeliveries>()
  if (mailIds.length === 0) return counts
  const rows = await db
    .selectFrom('deliveries')
    .select(['mail_id', countedState, countAll.as('count')])
    .where('mail_id', 'in', mailIds)
    .groupBy(['mail_id', 'counted_state'])
    .execute()
  for (const { mail_id, counted_state, count } of rows)
    counts.set(mail_id, { ...noDeliveries, ...counts.get(mail_id), [counted_state]: count })
  return counts
}

async function withCounts<R extends { id: string }>(db: Db, rows: R[]) {
  const ids = rows.map(({ id }) => id)
  const counts = await countStates(db, ids)
  return rows.map((row) => ({ ...row, ...noDeliveries, ...counts.get(row.id) }))
}

const totalOf = ({ queued, sent, saved, failed, skipped }: typeof noDeliveries) =>
  queued + sent + saved + failed + skipped

export type MailRow = NonNullable<Awaited<ReturnType<typeof findMail>>>

/** Newest first. */
export async function listMails(db: Db, limit: number, before: string | undefined): Promise<Page<MailRow>> {
  const rows = await mailsWithAuthor(db)
    .$if(before !== undefined, (query) => query.where('mails.id', '<', before as string))
    .orderBy('mails.id', 'desc')
    .limit(limit + 1)
    .execute()
  const total = await countRows(db.selectFrom('mails'))
  return pageOf(await withCounts(db, rows), limit, total, ({ id }) => [id])
}

export async function findMail(db: Db, id: string) {
  const row = await mailsWithAuthor(db).where('mails.id', '=', id).executeTakeFirst()
  const [mail] = row ? await withCounts(db, [row]) : []
  return mail
}

/** Mail with an author's `client_id`, and the count of its recipients. */
export async function findMailByClientId(db: Db, authorId: string, clientId: string) {
  const mail = await db
    .selectFrom('mails')
    .select(['id', 'subject', 'body', 'preference'])
    .where('author_id', '=', authorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (!mail) return undefined
  return { ...mail, recipients: totalOf((await countStates(db, [mail.id])).get(mail.id) ?? noDeliveries) }
}

/** The address that a delivery goes to. */
export const addressOf = sql<string>`coalesce(deliveries.email, users.email)`.as('email')

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>['items'][number]
export type DeliveryCursor = [rank: number, nameKey: string, id: string]

/** Failed first, then queued, skipped and sent, each by name. */
export async function listDeliveries(db: Db, mail: MailRow, limit: number, after: DeliveryCursor | undefined) {
  const rank = sql<number>`case deliveries.state when 'failed' then 0 when 'queued' then 1 when 'skipped' then 2 else 3 end`
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .select(['deliveries.id', 'deliveries.state', 'deliveries.attempts', 'deliveries.reason'])
    .select(['deliveries.due_at', 'deliveries.sent_at', 'users.name', 'users.name_key'])
    .select(addressOf)
    .select(rank.as('rank'))
    .where('mail_id', '=', mail.id)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${rank}, users.name_key, deliveries.id)
          > (${sql.join((after as DeliveryCursor).map((key) => (typeof key === 'number' ? sql.lit(key) : key)))})`,
      ),
    )
    .orderBy(rank)
    .orderBy('users.name_key')
    .orderBy('deliveries.id')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, totalOf(mail), (row) => [row.rank, row.name_key, row.id])
}

/** With the state as a literal, for the partial indexes. */
export const countDeliveriesIn = (db: Db, state: Exclude<DeliveryState, 'sent'>) =>
  countRows(db.selectFrom('deliveries').where(sql<boolean>`state = ${sql.lit(state)}`))

/**
 * Counts of all deliveries by state. Sent ones are the rest of the total: they are the large majority, and no index
 * counts them.
 */
export async function countDeliveries(db: Db) {
  const deliveries = db.selectFrom('deliveries')
  const queued = await countDeliveriesIn(db, 'queued')
  const failed = await countDeliveriesIn(db, 'failed')
  const skipped = await countDeliveriesIn(db, 'skipped')
  const saved = await countRows(deliveries.where(isSaved))
  return { queued, saved, failed, skipped, sent: (await countRows(deliveries)) - queued - saved - failed - skipped }
}

/** Posts mailed on their own after `since`, of one author or of all; deleted ones count too. */
export const countAnnouncements = (db: Db, since: number, authorId?: string) =>
  countRows(
    db
      .selectFrom('mails')
      .where('kind', '=', 'new_post')
      .where('created_at', '>', since)
      .$if(authorId !== undefined, (query) => query.where('author_id', '=', authorId as string)),
  )

/** Digest that was begun after `since`, and that nobody was sent yet. */
export const findDigest = (db: Db, since: number) =>
  db
    .selectFrom('mails')
    .select(['id', 'kind', 'created_at'])
    .where('kind', '=', 'post_digest')
    .where('created_at', '>', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.mail_id', '=', 'mails.id')
            // its deliveries are skipped only when they are due
            .where('deliveries.state', 'in', ['sent', 'skipped']),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Turn of the author's last post in a digest; 0 without one. */
export const findLastTurn = async (db: Db, mailId: string, authorId: string) =>
  (await findValue(
    db
      .selectFrom('digest_posts')
      .select('turn')
      .where('mail_id', '=', mailId)
      .where('author_id', '=', authorId)
      .orderBy('turn', 'desc')
      .limit(1),
  )) ?? 0

export const insertDigestPost = (tx: Db, row: Schema['digest_posts']) =>
  tx.insertInto('digest_posts').values(row).execute()

/**
 * Published posts of a digest that are not the recipient's own, at most one more than a digest names. The first posts
 * of all authors come before their second ones: nobody's many posts push out another person's.
 */
export const listDigestPosts = (db: Db, mailId: string, recipientId: string) =>
  db
    .selectFrom('digest_posts')
    .innerJoin('posts', 'posts.id', 'digest_posts.post_id')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'posts.title', 'posts.author_id', 'users.name as author_name'])
    .where('digest_posts.mail_id', '=', mailId)
    .where('digest_posts.turn', '<=', limits.postMails.maxDigestTitles + 1)
    .where('posts.published_at', 'is not', null)
    .where('posts.author_id', '!=', recipientId)
    .orderBy('digest_posts.turn')
    .orderBy('digest_posts.post_id')
    .limit(limits.postMails.maxDigestTitles + 1)
    .execute()

export type DigestPost = Awaited<ReturnType<typeof listDigestPosts>>[number]
