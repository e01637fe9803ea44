import { sql } from 'kysely'
import { type DeliveryState, type PreferenceName, preferenceNames } from '../../contract/notifications.ts'
import type { Db } from '../db/schema.ts'

const accounts = (db: Db) => db.selectFrom('users').where('deleted_at', 'is', null)

/** Active people by name: those who want this kind of mail, or all. */
const active = (db: Db, preference: PreferenceName | null) =>
  accounts(db)
    .where('deactivated_at', 'is', null)
    .$if(preference !== null, (query) => query.where(preference as PreferenceName, '=', 1))
    .orderBy('name_key')

/** Whom a mail of this kind goes to (DECISIONS §2, "Notifications"), but for one. */
export const listRecipientIds = async (db: Db, preference: PreferenceName | null, but?: string) =>
  (
    await active(db, preference)
      .select('id')
      .$if(but !== undefined, (query) => query.where('id', '!=', but as string))
      .execute()
  ).map(({ id }) => id)

export const listRecipients = (db: Db, preference: PreferenceName | null) =>
  active(db, preference).select(['id', 'name', 'email', 'admin_notifications']).execute()

/** How many active people there are, and how many of them get broadcasts. */
export async function countRecipients(db: Db) {
  const { total, subscribed } = await accounts(db)
    .where('deactivated_at', 'is', null)
    .select(sql<number>`count(*)`.as('total'))
    .select(sql<number>`coalesce(sum(admin_notifications), 0)`.as('subscribed'))
    .executeTakeFirstOrThrow()
  return { total: Number(total), subscribed: Number(subscribed) }
}

export const findPreferences = (db: Db, id: string) =>
  accounts(db).select(preferenceNames).where('id', '=', id).executeTakeFirst()

export const listPreferences = (db: Db) =>
  accounts(db)
    .select(['id', 'name', 'email', 'role', 'deactivated_at'])
    .select(preferenceNames)
    .orderBy('name_key')
    .execute()

/** How many of these people have chosen otherwise. */
export async function countOthers(db: Db, ids: string[], columns: Partial<Record<PreferenceName, number>>) {
  const { count } = await accounts(db)
    .select(sql<number>`count(*)`.as('count'))
    .where('id', 'in', ids)
    .where((user) =>
      user.or(preferenceNames.flatMap((name) => (name in columns ? [user(name, '!=', columns[name] as number)] : []))),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Tells how many of these accounts there are. */
export async function setPreferences(db: Db, ids: string[], columns: Partial<Record<PreferenceName, number>>) {
  const result = await db
    .updateTable('users')
    .set(columns)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

const mails = (db: Db) =>
  db
    .selectFrom('mails')
    .innerJoin('users', 'users.id', 'mails.author_id')
    .select(['mails.id', 'mails.kind', 'mails.subject', 'mails.created_at', 'users.name as created_by'])

const none = { queued: 0, sent: 0, failed: 0, skipped: 0 }

/** How many deliveries of these mails there are in each state. */
async function countStates(db: Db, mailIds: string[]) {
  const counts = new Map<string, typeof none>()
  if (mailIds.length === 0) return counts
  const rows = await db
    .selectFrom('deliveries')
    .select(['mail_id', 'state', sql<number>`count(*)`.as('count')])
    .where('mail_id', 'in', mailIds)
    .groupBy(['mail_id', 'state'])
    .execute()
  for (const { mail_id, state, count } of rows)
    counts.set(mail_id, { ...none, ...counts.get(mail_id), [state]: Number(count) })
  return counts
}

async function withCounts<R extends { id: string }>(db: Db, rows: R[]) {
  const counts = await countStates(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, ...none, ...counts.get(row.id) }))
}

/** Everybody whom a mail was for. */
export const countAll = ({ queued, sent, failed, skipped }: typeof none) => queued + sent + failed + skipped

export type MailRow = Awaited<ReturnType<typeof listMails>>['rows'][number]

/** Mails, newest first; one more than asked for where there are more. */
export async function listMails(db: Db, limit: number, before: string | undefined) {
  const rows = await mails(db)
    .$if(before !== undefined, (query) => query.where('mails.id', '<', before as string))
    .orderBy('mails.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { count } = await db.selectFrom('mails').select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return { rows: await withCounts(db, rows), total: Number(count) }
}

export async function findMail(db: Db, id: string) {
  const row = await mails(db).where('mails.id', '=', id).executeTakeFirst()
  return row && (await withCounts(db, [row]))[0]
}

/** The mail that an author has called so before, and how many got it. */
export async function findByClientId(db: Db, authorId: string, clientId: string) {
  const mail = await db
    .selectFrom('mails')
    .select(['id', 'subject', 'body', 'preference'])
    .where('author_id', '=', authorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (!mail) return undefined
  return { ...mail, count: countAll((await countStates(db, [mail.id])).get(mail.id) ?? none) }
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]
export type DeliveryPlace = [rank: number, nameKey: string, id: string]

/**
 * Failed ones first, then those that wait, were skipped and went out, each by name; one more than asked for where there
 * are more.
 */
export const listDeliveries = (db: Db, mailId: string, limit: number, after: DeliveryPlace | undefined) => {
  const rank = sql<number>`case deliveries.state when 'failed' then 0 when 'queued' then 1 when 'skipped' then 2 else 3 end`
  return db
    .selectFrom('deliveries')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .select(['deliveries.id', 'deliveries.state', 'deliveries.attempts', 'deliveries.reason'])
    .select(['deliveries.due_at', 'deliveries.sent_at', 'users.name', 'users.name_key', 'users.email'])
    .select(rank.as('rank'))
    .where('mail_id', '=', mailId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${rank}, users.name_key, deliveries.id)
          > (${sql.join((after as DeliveryPlace).map((key) => (typeof key === 'number' ? sql.lit(key) : key)))})`,
      ),
    )
    .orderBy(rank)
    .orderBy('users.name_key')
    .orderBy('deliveries.id')
    .limit(limit + 1)
    .execute()
}

/** What waits, went out, failed and was skipped, of all mails. */
export async function countDeliveries(db: Db) {
  // each by an index of few rows, but for all of them, whose rows aren't read
  const count = async (state?: Exclude<DeliveryState, 'sent'>) => {
    const counted = db
      .selectFrom('deliveries')
      .select(sql<number>`count(*)`.as('count'))
      // a literal: SQLite would not see that the index is for these
      .$if(state !== undefined, (query) => query.where(sql<boolean>`state = ${sql.lit(state)}`))
    return Number((await counted.executeTakeFirstOrThrow()).count)
  }
  const queued = await count('queued')
  const failed = await count('failed')
  const skipped = await count('skipped')
  return { queued, failed, skipped, sent: (await count()) - queued - failed - skipped }
}

export const findHold = (db: Db) =>
  db.selectFrom('mail_holds').selectAll().where('name', '=', 'mail').executeTakeFirst()
