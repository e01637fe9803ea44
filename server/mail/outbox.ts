import type { MailKind, PreferenceName } from '../../contract/notifications.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { deleteHold, insertDeliveries, insertMail, makeAllDue, queueFailed } from './queries.ts'

export interface NewMail {
  kind: MailKind
  subject: string
  /** Plain text, from which the letter is made. */
  body: string
  /** The post it is about. */
  post_id?: string | null
  /** The preference without which nobody gets it; null for those that everybody gets. */
  preference: PreferenceName | null
  /** The author's own name for it: a second one is refused by the unique index `mails_client_id`. */
  client_id?: string | null
}

/** As much as it takes to queue: the operator's commands have no more. */
export type Queueing = Pick<Services, 'newId' | 'now'> & { bus: Pick<Services['bus'], 'send'> }

/** Tells whoever sends that there is something to send. */
export const wake = ({ bus }: Pick<Queueing, 'bus'>, tx: Db) => bus.send(tx, { kind: 'mail' })

/** Queues a mail to each of these people, in the transaction of what causes it, and wakes who sends it. */
export async function queueMail(
  services: Queueing,
  tx: Db,
  author: { id: string },
  { kind, subject, body, post_id = null, preference, client_id = null }: NewMail,
  recipients: string[],
): Promise<{ id: string }> {
  const id = services.newId()
  const now = services.now()
  await insertMail(tx, {
    ...{ id, kind, subject, body, post_id, preference, client_id },
    author_id: author.id,
    created_at: now,
  })
  await insertDeliveries(
    tx,
    [...new Set(recipients)].map((user_id) => ({
      ...{ id: services.newId(), mail_id: id, user_id, state: 'queued', attempts: 0 },
      ...{ due_at: now, reason: null, sent_at: null },
    })),
  )
  await wake(services, tx)
  return { id }
}

/** Queues again what failed of a mail. */
export async function retryFailed(services: Services, tx: Db, mailId: string) {
  await queueFailed(tx, mailId, services.now())
  await wake(services, tx)
}

/** Tries at once what waits, whatever it waits for. */
export async function tryAgainNow(services: Services, tx: Db) {
  await makeAllDue(tx, services.now())
  await deleteHold(tx)
  await wake(services, tx)
}
