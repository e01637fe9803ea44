// Tables of the mail queue, for schema.ts.
import type { Generated } from 'kysely'
import type { DeliveryState, MailKind } from '../../../contract/mail.ts'
import type { PreferenceName } from '../../../contract/preferences.ts'

/** Mails; their recipients are in `deliveries`. */
export interface Mails {
  id: string
  kind: MailKind
  subject: string
  /** Plain text, rendered on delivery. */
  body: string
  post_id: string | null
  /** Preference required of recipients; null for mails to everybody. */
  preference: PreferenceName | null
  author_id: string
  /** Chosen by the author; unique per author. */
  client_id: string | null
  created_at: number
}

export interface Deliveries {
  id: string
  mail_id: string
  user_id: string
  /** An address that was the person's; null for the current one. */
  email: Generated<string | null>
  state: DeliveryState
  /** 0 is sent before 1, see `queueMail`. */
  urgency: number
  /** Incremented before each attempt. */
  attempts: number
  due_at: number
  reason: string | null
  sent_at: number | null
}

/** Posts of a digest: the mail of `kind` 'post_digest', for posts over the budget of mails. */
export interface DigestPosts {
  post_id: string
  mail_id: string
  author_id: string
  /** First, second … post of its author in this digest. */
  turn: number
}

/** Tasks of one process at a time. */
export interface Leases {
  name: 'mail' | 'push' | 'backup' | 'nightly backup' | 'retention' | 'search' | 'file texts'
  holder: string
  until: number
}

/** Pause of the queue; a row exists while the mail server refuses everything. */
export interface MailHolds {
  name: 'mail'
  reason: string
  since: number
  failures: number
  next_try_at: number
}
