// Times are whole milliseconds since 1970; names are the API's. Ids are UUIDv7 as 32 hexadecimal digits.
import type { Generated, Kysely, Selectable } from 'kysely'
import type { AuditAction } from '../../contract/audit.ts'
import type { LinkKind } from '../../contract/content/link-tokens.ts'
import type { SetAside } from '../../contract/operator/first-steps.ts'
import type { AreaName } from '../../contract/whats-new.ts'
import type { AccountTables } from './schemas/account.ts'
import type { ChatTables } from './schemas/chat.ts'
import type { ImportTables } from './schemas/imports.ts'
import type { MessageTables } from './schemas/messages.ts'
import type { SearchTables } from './search/schema.ts'

export type MentionKind = 'post' | 'comment' | 'message'

export interface Schema extends AccountTables, ChatTables, ImportTables, MessageTables, SearchTables {
  categories: {
    id: string
    name: string
    name_key: string
    description: string | null
    created_at: number
    deactivated_at: number | null
  }

  posts: {
    id: string
    title: string
    content: string
    /** Derived from the content on saving, for lists. */
    excerpt: string
    excerpt_cut: number
    word_count: number
    /** The first picture of the archive in it, which may be gone. */
    cover_id: Generated<string | null>
    category_id: string | null
    author_id: string
    /** Chosen by the author; unique per author. */
    client_id: Generated<string | null>
    published_at: number | null
    /** Time of the first publication, which is mailed once. */
    announced_at: number | null
    created_at: number
    updated_at: number
    /** Incremented by each change; the ETag. */
    version: number
  }

  /** Counts of published posts, kept by triggers; the category is empty for posts without one. */
  post_counts: {
    category_id: string
    published: number
  }

  comments: {
    id: string
    post_id: string
    author_id: string
    client_id: Generated<string | null>
    content: string
    created_at: number
    updated_at: number
    /** The answered comment, which may be gone. */
    reply_to: Generated<string | null>
  }

  /** People whom a text names, derived from it on saving. */
  mentions: {
    kind: MentionKind
    source_id: string
    user_id: string
  }

  /** Link targets of a post, derived from its content on saving. */
  post_links: {
    post_id: string
    kind: LinkKind
    /** Id of a file or post, possibly a nonexistent one. */
    target_id: string
  }

  /** Every saved state of a post, the current one included. */
  post_versions: {
    post_id: string
    version: number
    title: string
    content: string
    category_id: string | null
    editor_id: string
    saved_at: number
  }

  files: {
    id: string
    original_name: string
    /** Title of a link's page. */
    title: Generated<string | null>
    /** Requests for the title so far, and the moment of the next one; null when there is none. */
    title_tries: Generated<number>
    title_due_at: Generated<number | null>
    description: string | null
    file_type: string
    file_size: number
    /** Key of its blob in the storage; null for links. Never reused. */
    bytes_key: string | null
    /** 64 hexadecimal digits; null for links. */
    sha256: string | null
    /** Null for uploads. */
    original_url: string | null
    video_id: string | null
    /** 1 for images; 0 after failed resizing. */
    has_preview: number
    /** 1 for an animation that has no version for the screen and is shown as it is. */
    screen_is_original: Generated<number>
    /** Pixels of an image as it is shown; null until its smaller versions are made. */
    width: Generated<number | null>
    height: Generated<number | null>
    category_id: string | null
    uploader_id: string
    /** Chosen by the person who added the link; unique per person. Null for uploads. */
    client_id: Generated<string | null>
    uploaded_at: number
  }

  /** Resumable uploads; the id becomes the file's. Their bytes are in the folder `incoming`. */
  uploads: {
    id: string
    uploader_id: string
    name: string
    declared_type: string
    description: string | null
    category_id: string | null
    file_size: number
    /** Time of the last received bytes; at first, of creation. */
    updated_at: number
  }

  /** Blobs without a row that refers to them: being stored, or orphaned and to be deleted. */
  pending_blobs: {
    key: string
    /** End of the writer's reservation; 0 for orphans. */
    reserved_until: number
  }

  /**
   * Numbers assigned in the order of commits: the row stays locked until the end of the transaction, and a rollback
   * returns the number.
   */
  counters: {
    /** Counts messages, and changes of messages. */
    name: 'chat' | 'chat_changes'
    value: number
  }

  /** Server processes, while their lease is valid. */
  processes: {
    id: string
    lease_until: number
    /** Null for those of an older version. */
    version: Generated<string | null>
    started_at: Generated<number | null>
  }

  presence: {
    process_id: string
    session_id: string
  }

  news: {
    id: string
    title: string
    url: string
    /** Normalized URL, to find an item with the same address. */
    url_key: string
    comment: string | null
    author_id: string
    client_id: Generated<string | null>
    created_at: number
    updated_at: number
  }

  /** Time up to which a user has seen an area; without a row, the user's `created_at`. */
  area_visits: {
    user_id: string
    /** Area of a visit; for conversations see `conversation_visits` too. */
    area: AreaName | 'conversations'
    seen_until: number
  }

  /**
   * Append-only for 90 days, enforced by the database; later a row may lose its address, or go. Names are those at the time
   * of the event.
   */
  audit_events: {
    id: string
    at: number
    action: AuditAction
    actor_id: string | null
    actor_name: string | null
    target: string | null
    detail: string | null
    /** Null too for events older than 90 days. */
    address: string | null
    /** The larger network that the address is in. */
    network: Generated<string | null>
  }

  secrets: {
    name: 'content_addresses' | 'factors' | 'password_links' | 'push' | 'unsubscribe'
    /** 32 random bytes as base64url. */
    value: string
  }

  /** First steps that administrators have set aside; 'all' if the whole list is put away. */
  set_aside_steps: {
    name: SetAside['name']
    at: number
  }

  /** Rows that transactions update to wait for each other, the same on both databases. */
  locks: {
    name: 'accounts' | 'news' | 'announcements' | 'factor_key'
  }

  /** Tasks of one process at a time. */
  leases: {
    name: 'mail' | 'push' | 'backup' | 'nightly backup' | 'retention' | 'search' | 'file texts' | 'import'
    holder: string
    until: number
  }

  /** One row, which is written at intervals to know that the database takes writes: see `server/health/notice-restore.ts`. */
  health: {
    id: 1
    /** Null in a new database, empty in one that was made from a snapshot. */
    epoch: Generated<string | null>
    /** The epoch that ended when the present one began. */
    previous_epoch: Generated<string | null>
    /** Number of them. */
    writes: Generated<number>
    /** See `server/clock/queries.ts`. */
    clock_at: Generated<number | null>
    clock_doubted_at: Generated<number | null>
  }

  /** Work on the snapshots of this community: see `server/backups/runs.ts`. */
  backup_runs: {
    id: string
    kind: 'snapshot' | 'forget' | 'verify'
    started_at: number
    /** Last sign of life of a run that hasn't ended. */
    seen_at: number
    ended_at: number | null
    /** Step of the run: 'tables', 'files'. */
    step: string | null
    /** Progress of the step. */
    done_bytes: number
    total_bytes: number | null
    /** Name of the snapshot that was made or read. */
    snapshot: string | null
    /** Bytes of the files in it. */
    size: number | null
    /** Files in it whose bytes were missing or damaged in the archive. */
    faulty_files: number | null
    /** Why it failed, a line for the operator; null if it went well. */
    fault: string | null
    /** Finding about the place of the snapshots, a code of the state. */
    care: 'snapshot_place_changed' | 'snapshot_dated_later' | null
  }

  /** Failures of the server: see `server/diagnostics/error-counter.ts`. */
  error_counts: {
    /** Its beginning. */
    hour: number
    kind: string
    count: number
    last_at: number
  }
}

export type Db = Kysely<Schema>

export type UserRow = Selectable<Schema['users']>
export type SessionRow = Selectable<Schema['sessions']>
export type PushSubscriptionRow = Selectable<Schema['push_subscriptions']>
export type PasskeyRow = Selectable<Schema['passkeys']>
