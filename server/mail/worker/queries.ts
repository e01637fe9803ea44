import { limits } from '../../../contract/limits.ts'
import type { MailKind } from '../../../contract/mail.ts'
import { showMentions } from '../../../contract/markdown/mentions.ts'
import { ifTrusted } from '../../clock/queries.ts'
import { countChanges } from '../../db/count.ts'
import { nameMentions } from '../../db/mentions/names.ts'
import type { Db } from '../../db/schema.ts'
import type { LinkPurpose } from '../../db/schemas/account.ts'
import { findOpenLinkOf, openLinks } from '../../one-time-links/queries.ts'
import { addressOf, type DigestPost, listDigestPosts, queued } from '../queries.ts'
import { reasons } from '../reasons.ts'

/**
 * Longer than any delivery waits, of a digest or after the last failure. One that is due later is of a time when the
 * clock was wrong, and due.
 */
const maxDelayMs = limits.postMails.digestDelayMs + 60 * 60_000

// one search in the index per urgency: sorted by urgency, all delayed deliveries would be read before a due one
const firstId = (db: Db, now: number, urgency: number, due: '<=' | '>', moment: number) =>
  db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', queued)
    .where('urgency', '=', urgency)
    .where('due_at', due, moment)
    // by a doubted clock no link has ended: a mail without its link waits
    .where(({ or, not, exists, selectFrom }) =>
      or([
        ifTrusted(now),
        not(
          exists(
            selectFrom('mails')
              .select('mails.id')
              .whereRef('mails.id', '=', 'deliveries.mail_id')
              .where(({ or, and, eb }) =>
                or(
                  purposes.map(([kind, purpose]) => {
                    const open = openLinks(db, purpose, now).clearSelect().select('password_links.user_id')
                    return and([eb('kind', '=', kind), eb('deliveries.user_id', 'not in', open)])
                  }),
                ),
              ),
          ),
        ),
      ]),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)

/** Id of the first due delivery; null without one. */
export const findDueId = async (db: Db, now: number) =>
  (
    await db
      .selectNoFrom((from) =>
        from.fn
          .coalesce(
            firstId(db, now, 0, '<=', now),
            firstId(db, now, 1, '<=', now),
            firstId(db, now, 0, '>', now + maxDelayMs),
            firstId(db, now, 1, '>', now + maxDelayMs),
          )
          .as('id'),
      )
      .executeTakeFirstOrThrow()
  ).id

const findDueRow = (db: Db, id: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('mails', 'mails.id', 'deliveries.mail_id')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .innerJoin('users as authors', 'authors.id', 'mails.author_id')
    .leftJoin('posts', 'posts.id', 'mails.post_id')
    .select(['deliveries.id', 'deliveries.mail_id', 'deliveries.attempts', 'deliveries.due_at', 'deliveries.user_id'])
    .select(['mails.kind', 'mails.subject', 'mails.body', 'mails.preference', 'mails.post_id', 'mails.author_id'])
    .select([addressOf, 'users.name', 'users.deactivated_at', 'users.deleted_at'])
    .select(['users.new_posts', 'users.admin_notifications', 'users.comment_replies', 'users.weekly_digest'])
    .select(['authors.name as author_name', 'posts.title', 'posts.excerpt', 'posts.excerpt_cut', 'posts.published_at'])
    .where('deliveries.id', '=', id)
    .executeTakeFirst()

/** A due delivery, with the data that its email is rendered from. */
export type DueRow = NonNullable<Awaited<ReturnType<typeof findDueRow>>> & {
  /** Posts of a digest; none for other kinds. */
  posts: DigestPost[]
  /** The recipient's open link to choose a password, for mails about one. */
  link: Awaited<ReturnType<typeof findOpenLinkOf>>
}

/** The link that a mail brings: the one that is open when it is sent, and was when the mail was queued. */
export const purposeOf: Partial<Record<MailKind, LinkPurpose>> = {
  invitation: 'invitation',
  password_link: 'reset',
  new_device: 'alarm',
}
const purposes = Object.entries(purposeOf) as [MailKind, LinkPurpose][]

export async function findDue(db: Db, now: number): Promise<DueRow | undefined> {
  const id = await findDueId(db, now)
  const row = id === null ? undefined : await findDueRow(db, id)
  if (!row) return undefined
  const purpose = purposeOf[row.kind]
  const open = purpose && (await findOpenLinkOf(db, row.user_id, purpose, now))
  // a later one has a mail of its own, or an administrator made it to be handed over
  const link = open && open.id < row.mail_id ? open : undefined
  const excerpt = row.excerpt && showMentions(await nameMentions(db, row.excerpt))
  return {
    ...row,
    excerpt,
    link,
    posts: row.kind === 'post_digest' ? await listDigestPosts(db, row.mail_id, row.user_id) : [],
  }
}

const ifQueued = (db: Db, id: string) => db.updateTable('deliveries').where('id', '=', id).where('state', '=', queued)

/** Counts the attempt before it is made, and reserves the delivery until `due_at`. */
export const countAttempt = (tx: Db, id: string, due_at: number) =>
  ifQueued(tx, id)
    .set((row) => ({ attempts: row('attempts', '+', 1), due_at }))
    .execute()

/** Never shortens a wait: the delivery may have been rescheduled. */
export const renewReservation = (db: Db, id: string, due_at: number) =>
  ifQueued(db, id).set({ due_at }).where('due_at', '<', due_at).execute()

export const uncountAttempt = (tx: Db, id: string, due_at: number) =>
  ifQueued(tx, id)
    .set((row) => ({ attempts: row('attempts', '-', 1), due_at }))
    .execute()

/** In any state: the email was sent, even if the delivery was skipped or failed at the same time. */
export const markSent = (db: Db, id: string, now: number, reason: string | null) =>
  db.updateTable('deliveries').set({ state: 'sent', sent_at: now, reason }).where('id', '=', id).execute()

export const abandonDelivery = (db: Db, id: string, state: 'failed' | 'skipped', reason: string) =>
  ifQueued(db, id).set({ state, reason }).execute()

export const rescheduleDelivery = (db: Db, id: string, due_at: number, reason: string) =>
  ifQueued(db, id).set({ due_at, reason }).execute()

/** Makes deliveries due that were tried and would be due before `soon`: without an attempt, a digest waits for its time. */
export const makeSoonDue = (db: Db, now: number, soon: number) =>
  db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('state', '=', queued)
    .where('attempts', '>', 0)
    .where('due_at', '>', now)
    .where('due_at', '<=', soon)
    .execute()

/** Fails the queued deliveries of a copy, until an administrator retries them; returns their count. */
export const failQueued = (tx: Db) =>
  countChanges(
    tx.updateTable('deliveries').set({ state: 'failed', reason: reasons.restored }).where('state', '=', queued),
  )
