import type { MailKind } from '../../contract/mail.ts'
import type { PreferenceName } from '../../contract/preferences.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { deleteHold, insertDeliveries, insertMail, makeAllDue, requeueFailedOfMail } from './queries.ts'

export interface NewMail {
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

export const wakeWorker = ({ bus }: Pick<QueueServices, 'bus'>, tx: Db) => bus.send(tx, { kind: 'mail' })

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

/** Queues a mail to further recipients. */
export async function queueDeliveries(
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
