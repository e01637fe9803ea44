import type { MailKind, PreferenceName } from '../../contract/notifications.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'

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

/** Queues a mail to each of these people, in the transaction of what causes it, and wakes who sends it. */
export async function queueMail(
  _services: Services,
  _tx: Db,
  _author: { id: string },
  _mail: NewMail,
  _recipients: string[],
): Promise<{ id: string }> {
  return { id: '' }
}

/** Queues again what failed of a mail. */
export async function retryFailed(_services: Services, _tx: Db, _mailId: string) {}

/** Has everything that waits tried at once. */
export async function tryAgainNow(_services: Services, _tx: Db) {}
