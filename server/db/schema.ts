// Times are whole milliseconds since 1970; names are the wire's. Ids are UUIDv7 as 32 hexadecimal digits.
import type { Generated, Kysely, Selectable } from 'kysely'
import type { AuditAction } from '../../contract/audit.ts'
import type { LinkKind } from '../../contract/link-tokens.ts'
import type { DeliveryState, MailKind, PreferenceName } from '../../contract/notifications.ts'
import type { SectionName } from '../../contract/sections.ts'
import type { Role } from '../../contract/users.ts'

interface Users {
  id: string
  name: string
  /** The name as it is compared and sorted: see `foldName`. */
  name_key: string
  email: string
  email_key: string
  role: Role
  avatar: string | null
  phone: string | null
  password_hash: string
  created_at: number
  deactivated_at: number | null
  /** A deleted person's row stays, emptied, so that what they wrote keeps its name. */
  deleted_at: number | null
  /** Which mails the person wants: 1 or 0. */
  new_posts: Generated<number>
  admin_notifications: Generated<number>
  comment_replies: Generated<number>
  weekly_digest: Generated<number>
}

interface Sessions {
  id: string
  /** SHA-256 of the token; the token itself is nowhere. */
  token_hash: string
  user_id: string
  created_at: number
  last_seen_at: number
  expires_at: number
  heartbeat_at: number | null
  /** What the browser said it was, and where it last came from. */
  agent: string | null
  address: string | null
}

interface LoginFailures {
  /** Who fails: an address, or an address and a name. */
  key: string
  failures: number
  window_ends_at: number
}

interface Categories {
  id: string
  name: string
  name_key: string
  description: string | null
  created_at: number
  deactivated_at: number | null
}

interface Posts {
  id: string
  title: string
  content: string
  /** Derived from the content when it is saved, for lists. */
  excerpt: string
  /** 1 when the content has more than the excerpt shows. */
  excerpt_cut: number
  word_count: number
  category_id: string | null
  author_id: string
  published_at: number | null
  /** When it was published for the first time, which is mailed once; null until then. */
  announced_at: number | null
  created_at: number
  updated_at: number
  /** Grows with every change; the ETag. */
  version: number
}

interface Comments {
  id: string
  post_id: string
  author_id: string
  content: string
  created_at: number
  updated_at: number
}

/** What the link tokens of a post lead to; derived from its content when it is saved. */
interface PostLinks {
  post_id: string
  kind: LinkKind
  /** Of a file or a post, which may not be there. */
  target_id: string
}

/** A post as it was saved once, the latest among them. */
interface PostVersions {
  post_id: string
  version: number
  title: string
  content: string
  category_id: string | null
  /** Who saved it. */
  editor_id: string
  saved_at: number
}

/** What posts are searched by: see `server/search/words.ts` and `server/db/search.ts`. */
interface PostTexts {
  doc: Generated<number>
  post_id: string
  body: string
}

interface Files {
  id: string
  original_name: string
  description: string | null
  file_type: string
  file_size: number
  /** Where its bytes are in the storage; null for links. Never used twice. */
  bytes_key: string | null
  /** Of the bytes, as 64 hexadecimal digits; null for links. */
  sha256: string | null
  /** Where a link leads; null for uploads. */
  original_url: string | null
  video_id: string | null
  /** 1 for pictures that smaller versions can be made of; 0 once that failed. */
  has_preview: number
  category_id: string | null
  uploader_id: string
  uploaded_at: number
  /** Name and description as they are searched: see `server/search/words.ts`. */
  search_text: string
}

/** An upload that may be resumed; its id will be the file's. Its bytes are in the folder `incoming`. */
interface Uploads {
  id: string
  uploader_id: string
  name: string
  declared_type: string
  description: string | null
  category_id: string | null
  file_size: number
  /** When some of its bytes last came, or it was made. */
  moved_at: number
}

/** Bytes that no file vouches for: not yet (being stored), or not any more (to be deleted). */
interface LooseBytes {
  key: string
  /** Until when somebody who stores them vouches for them; 0 once they are given up. */
  held_until: number
}

/** By which way a message came. */
export type Way = 'socket' | 'rest'

interface ChatMessages {
  /** The order in which messages were committed: 1, 2, 3 … */
  seq: number
  id: string
  author_id: string
  /** The sender's own name for it, unique for each person for ever. */
  client_id: string | null
  message: string
  /** The way a message without `client_id` came by, until the same words come by the other one. */
  unpaired: Way | null
  created_at: number
}

/** How far somebody has read the chat. */
interface ChatReadings {
  user_id: string
  seq: number
}

/**
 * Numbers that are handed out in the order of commits: whoever takes one holds the row until the end of the
 * transaction, and a transaction that fails gives it back.
 */
interface Counters {
  name: 'chat'
  value: number
}

/** A process of the server, as long as its lease lasts. */
interface Processes {
  id: string
  lease_until: number
}

/** Sessions with an open socket, in the process that has it. */
interface Presence {
  process_id: string
  session_id: string
}

interface News {
  id: string
  title: string
  url: string
  /** The address without what makes no difference, to notice what is shared twice. */
  url_key: string
  comment: string | null
  author_id: string
  created_at: number
  updated_at: number
}

/** Something to be mailed; who gets it is in its deliveries. */
interface Mails {
  id: string
  kind: MailKind
  subject: string
  /** Plain text, from which the letter is made. */
  body: string
  /** The post it is about. */
  post_id: string | null
  /** The preference without which nobody gets it; null for those that everybody gets. */
  preference: PreferenceName | null
  /** Who caused it. */
  author_id: string
  /** The author's own name for it, unique for each author for ever. */
  client_id: string | null
  created_at: number
}

/** A mail to one recipient. */
interface Deliveries {
  id: string
  mail_id: string
  user_id: string
  state: DeliveryState
  /** Counted before each one. */
  attempts: number
  /** When it is to be tried next. */
  due_at: number
  /** Why the last attempt, or all of it, failed; for admins to read. */
  reason: string | null
  sent_at: number | null
}

/** What one process at a time may do. */
interface Leases {
  name: 'mail'
  /** The process that may, until when. */
  holder: string
  until: number
}

/** There while the mail server refuses everything. */
interface MailHolds {
  name: 'mail'
  reason: string
  since: number
  failures: number
  next_try_at: number
}

/** Until when somebody has seen a section; without a row until their account was made. */
interface SectionVisits {
  user_id: string
  section: SectionName
  seen_until: number
}

/** Only ever added to: the database refuses anything else. Names are those of then. */
interface AuditEvents {
  id: string
  at: number
  action: AuditAction
  actor_id: string | null
  actor_name: string | null
  target: string | null
  detail: string | null
  address: string | null
}

interface Secrets {
  name: 'content_addresses' | 'unsubscribe'
  /** 32 random bytes as base64url. */
  value: string
}

/** Rows that are updated to make transactions wait for each other, on both databases alike. */
interface Locks {
  name: 'accounts' | 'news'
}

export interface Schema {
  users: Users
  sessions: Sessions
  login_failures: LoginFailures
  categories: Categories
  posts: Posts
  comments: Comments
  post_links: PostLinks
  post_versions: PostVersions
  post_texts: PostTexts
  files: Files
  uploads: Uploads
  loose_bytes: LooseBytes
  chat_messages: ChatMessages
  chat_readings: ChatReadings
  counters: Counters
  processes: Processes
  presence: Presence
  news: News
  mails: Mails
  deliveries: Deliveries
  leases: Leases
  mail_holds: MailHolds
  section_visits: SectionVisits
  audit_events: AuditEvents
  secrets: Secrets
  locks: Locks
}

/** The database, or a transaction on it: queries take either. */
export type Db = Kysely<Schema>

export type UserRow = Selectable<Users>
export type SessionRow = Selectable<Sessions>
