// Tables of messages to people, for schema.ts: notices, push messages and mail.
import type { Generated } from 'kysely'
import type { DeliveryState, MailKind } from '../../../contract/mail.ts'
import type { NoticeKind, SubjectKind } from '../../../contract/notices/notices.ts'
import type { NoticeChoice } from '../../../contract/notices/settings.ts'
import type { PreferenceName } from '../../../contract/preferences.ts'

export interface MessageTables {
  /** One for each person and cause; those of a kind about one subject are shown as one. */
  notices: {
    id: string
    user_id: string
    kind: NoticeKind
    subject_kind: SubjectKind
    subject_id: string
    /** The post that it belongs to, which decides about access. */
    post_id: string | null
    /** The comment, message, mail or person that caused it. */
    cause_id: string
    actor_id: string
    created_at: number
    read_at: number | null
    /**
     * Since then the text doesn't name the person any more, or it was read long ago: nobody sees it, and a repeat is no
     * news.
     */
    withdrawn_at: Generated<number | null>
  }

  /** Where a person wants to hear of a kind; without a row, `defaultChoices` of `server/notices/settings/rules.ts`. */
  notice_choices: {
    user_id: string
    kind: NoticeKind
    choice: NoticeChoice
  }

  notice_settings: {
    user_id: string
    chat: 'all' | 'named' | 'nothing'
    silence_until: number | null
    /** 'HH:MM' in the community's time zone; both or none. */
    quiet_from: string | null
    quiet_to: string | null
  }

  post_followings: {
    post_id: string
    user_id: string
    state: 'following' | 'muted'
  }

  /** Time up to which a person has seen the comments of a post. */
  conversation_visits: {
    user_id: string
    post_id: string
    seen_until: number
  }

  /** Devices that get push messages: the browsers of sessions. */
  push_subscriptions: {
    id: string
    session_id: string
    /** Address at the browser's push service, which is a secret. */
    endpoint: string
    /** Origin of that address. */
    service: string
    /** Keys of the browser, base64url: a point of P-256, and 16 bytes. */
    p256dh: string
    auth: string
    /** 1 if messages say only that there is something. */
    hides_content: number
    created_at: number
    pushed_at: number | null
  }

  /** Messages to devices, the newest of each thread: those that wait, and those that a device may still show. */
  pushes: {
    /** Another one with each change of the message. */
    id: string
    subscription_id: string
    /** Thing that it is about; a device shows one message of it. */
    thread: string
    title: string
    body: string
    path: string
    /** The thing that `path` leads to, and the post that it belongs to. */
    about_id: string | null
    post_id: string | null
    urgency: 'high' | 'normal' | 'low'
    due_at: number
    expires_at: number
    attempts: number
    /** Set while it is being sent. */
    taken_at: number | null
    sent_at: number | null
    /** When an earlier message of the thread was sent, in whose place this one waits: the device may still show it. */
    shown_at: number | null
    /** Since then the device is to be told that the message is of no use any more. */
    withdrawn_at: number | null
  }

  /** Failures of push services in a row, and the end of the pause that they cause. */
  push_holds: {
    service: string
    failures: number
    until: number
  }

  /** Mails; their recipients are in `deliveries`. */
  mails: {
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

  deliveries: {
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
  digest_posts: {
    post_id: string
    mail_id: string
    author_id: string
    /** First, second … post of its author in this digest. */
    turn: number
  }

  /** Pause of the queue; a row exists while the mail server refuses everything. */
  mail_holds: {
    name: 'mail'
    reason: string
    since: number
    failures: number
    next_try_at: number
  }
}
