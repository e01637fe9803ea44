import { limits } from '../../contract/limits.ts'
import type { MailKind } from '../../contract/mail.ts'
import type { PreferenceName } from '../../contract/preferences.ts'
import type { Db } from '../db/schema.ts'
import { lockNamed } from '../db/transaction.ts'
import { listRecipientIds } from '../preferences/queries.ts'
import type { Services } from '../services.ts'
import {
  countAnnouncements,
  deleteHold,
  findDigest,
  findLastTurn,
  insertDeliveries,
  insertDigestPost,
  insertMail,
  makeAllDue,
  requeueFailedOfMail,
  requeueSkippedOfPost,
  skipQueuedOfPost,
} from './queries.ts'
import { reasons } from './reasons.ts'
import { digestSubject, subjectOfPost } from './templates/texts.ts'

interface NewMail {
  kind: MailKind
  subject: string
  /** Plain text; the emails are rendered from it. */
  body: string
  post_id?: string | null
  /** Preference required of recipients at the time of sending; null if everybody gets it. */
  preference: PreferenceName | null
  /** Unique per author, enforced by the index `mails_client_id`. */
  client_id?: string | null
  /** Address in place of the recipients' current ones. */
  email?: string | null
}

/** These don't wait for a broadcast to thousands. */
const urgentKinds = new Set<MailKind>(['security', 'invitation', 'password_link', 'new_device', 'test'])
const urgencyOf = (kind: MailKind) => (urgentKinds.has(kind) ? 0 : 1)

/** Services needed for queueing; the operator's commands have no others. */
export type QueueServices = Pick<Services, 'newId' | 'now'> & { bus: Pick<Services['bus'], 'send'> }

const wakeWorker = ({ bus }: Pick<QueueServices, 'bus'>, tx: Db) => bus.send(tx, { kind: 'mail' })

/** Queues a mail to each recipient, in the transaction of its cause; `dueAt` is now unless given. */
export async function queueMail(
  services: QueueServices,
  tx: Db,
  author: { id: string },
  { kind, subject, body, post_id = null, preference, client_id = null, email = null }: NewMail,
  recipients: string[],
  dueAt = services.now(),
): Promise<{ id: string }> {
  const id = services.newId()
  await insertMail(tx, {
    id,
    kind,
    subject,
    body,
    post_id,
    preference,
    client_id,
    author_id: author.id,
    created_at: services.now(),
  })
  await queueDeliveries(services, tx, { id, kind, email }, recipients, dueAt)
  return { id }
}

async function queueDeliveries(
  services: QueueServices,
  tx: Db,
  mail: { id: string; kind: MailKind; email?: string | null },
  recipients: string[],
  due_at: number,
) {
  await insertDeliveries(
    tx,
    [...new Set(recipients)].map((user_id) => ({
      id: services.newId(),
      mail_id: mail.id,
      user_id,
      email: mail.email ?? null,
      state: 'queued',
      urgency: urgencyOf(mail.kind),
      attempts: 0,
      due_at,
      reason: null,
      sent_at: null,
    })),
  )
  await wakeWorker(services, tx)
}

export async function requeueFailed(services: Services, tx: Db, mailId: string) {
  await requeueFailedOfMail(tx, mailId, services.now())
  await wakeWorker(services, tx)
}

/** Makes all queued deliveries due except those of a waiting digest, and ends the pause of the queue. */
export async function retryAllNow(services: Services, tx: Db) {
  await makeAllDue(tx, services.now())
  await deleteHold(tx)
  await wakeWorker(services, tx)
}

interface AnnouncedPost {
  id: string
  title: string
  excerpt: string
}

const { perPerson, forAll, digestDelayMs } = limits.postMails
/** Between the last post of a digest and its sending: clocks of processes differ, and transactions take time. */
const digestMarginMs = 60_000

/**
 * Queues the mail of a post's first publication, for everybody with the preference except its author. A post over the
 * budget, and the next ones of its author, are added to the digest.
 */
export async function announcePost(services: Services, tx: Db, author: { id: string }, post: AnnouncedPost) {
  // the budget: other first publications wait
  await lockNamed(tx, 'announcements')
  const now = services.now()
  const digest = await findDigest(tx, now - digestDelayMs)
  const lastTurn = digest ? await findLastTurn(tx, digest.id, author.id) : 0
  if (lastTurn === 0 && (await isWithinBudget(tx, author, now))) {
    const subject = subjectOfPost(post.title)
    const mail = { kind: 'new_post', subject, body: post.excerpt, post_id: post.id, preference: 'new_posts' } as const
    await queueForAll(services, tx, author, mail)
    return
  }
  const joined = digest ? await joinDigest(services, tx, author, digest) : await beginDigest(services, tx, author)
  if (joined)
    await insertDigestPost(tx, { post_id: post.id, mail_id: joined.id, author_id: author.id, turn: lastTurn + 1 })
}

const isWithinBudget = async (tx: Db, author: { id: string }, now: number) =>
  (await countAnnouncements(tx, now - perPerson.windowMs, author.id)) < perPerson.max &&
  (await countAnnouncements(tx, now - forAll.windowMs)) < forAll.max

/** Undefined if nobody gets it. */
async function queueForAll(services: Services, tx: Db, author: { id: string }, mail: NewMail, dueAt?: number) {
  const recipients = await listRecipientIds(tx, 'new_posts', { userId: author.id })
  return recipients.length > 0 ? queueMail(services, tx, author, mail, recipients, dueAt) : undefined
}

const dueAtOf = (begunAt: number) => begunAt + digestDelayMs + digestMarginMs

const beginDigest = (services: Services, tx: Db, author: { id: string }) => {
  const mail = { kind: 'post_digest', subject: digestSubject, body: '', preference: 'new_posts' } as const
  return queueForAll(services, tx, author, mail, dueAtOf(services.now()))
}

type Digest = NonNullable<Awaited<ReturnType<typeof findDigest>>>

/** Lists only those who don't get it yet: all people for each of a hundred posts would hold up everybody. */
async function joinDigest(services: Services, tx: Db, author: { id: string }, digest: Digest) {
  const added = await listRecipientIds(tx, 'new_posts', { userId: author.id, mailId: digest.id })
  if (added.length > 0) await queueDeliveries(services, tx, digest, added, dueAtOf(digest.created_at))
  return digest
}

/** Queues the mail of a republished post for recipients whose delivery was skipped by the withdrawal. */
export async function requeueAnnouncement(services: Services, tx: Db, postId: string) {
  if (await requeueSkippedOfPost(tx, postId, reasons.withdrawn, services.now())) await wakeWorker(services, tx)
}

/** Skips the queued deliveries of a withdrawn or deleted post; a digest leaves it out when it is sent. */
export async function withdrawAnnouncement(tx: Db, postId: string) {
  await skipQueuedOfPost(tx, postId, reasons.withdrawn)
}
