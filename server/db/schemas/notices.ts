// Tables of notices, for schema.ts.
import type { Generated } from 'kysely'
import type { NoticeKind, SubjectKind } from '../../../contract/notices/notices.ts'
import type { NoticeChoice } from '../../../contract/notices/settings.ts'

/** One for each person and cause; those of a kind about one subject are shown as one. */
export interface Notices {
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
  /** Since then the text doesn't name the person any more, or it was read long ago: nobody sees it, and a repeat is no news. */
  withdrawn_at: Generated<number | null>
}

/** Where a person wants to hear of a kind; without a row, `defaultChoices` of `server/notices/settings/rules.ts`. */
export interface NoticeChoices {
  user_id: string
  kind: NoticeKind
  choice: NoticeChoice
}

export interface NoticeSettings {
  user_id: string
  chat: 'all' | 'named' | 'nothing'
  silence_until: number | null
  /** 'HH:MM' in the community's time zone; both or none. */
  quiet_from: string | null
  quiet_to: string | null
}

export interface PostFollowings {
  post_id: string
  user_id: string
  state: 'following' | 'muted'
}

/** Time up to which a person has seen the comments of a post. */
export interface ConversationVisits {
  user_id: string
  post_id: string
  seen_until: number
}
