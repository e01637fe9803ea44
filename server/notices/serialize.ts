import { placeOf } from '../../contract/content/places.ts'
import type { Notice } from '../../contract/notices/notices.ts'
import { toIso } from '../lib/time.ts'
import { excerptLine } from '../markdown/excerpt.ts'
import { messageExcerpt } from '../markdown/message-excerpt.ts'
import type { listGathered, NoticeRow } from './queries.ts'

type Gathered = Awaited<ReturnType<typeof listGathered>>[number]

const maxLength = 140

/** Beginning of the newest text, or of the one that was reacted to, as plain text. */
export function excerptOfRow({ comment_text, message_text, mail_text, post_text }: NoticeRow) {
  if (message_text !== null) return messageExcerpt(message_text)
  const text = comment_text ?? post_text ?? mail_text
  return text === null ? null : excerptLine(text, maxLength)
}

/** Id of what was done, or of what it was done to. */
export const shownIdOf = ({ kind, subject_id, cause_id }: NoticeRow) => (kind === 'reaction' ? subject_id : cause_id)

/** The very place of it. */
export function pathOf(row: NoticeRow) {
  const { subject_kind, post_id } = row
  const id = shownIdOf(row)
  if (subject_kind === 'person') return placeOf.account({ name: row.actor_name })
  if (subject_kind === 'broadcast') return placeOf.broadcast({ id })
  const isInPost = post_id !== null && post_id !== id
  return placeOf[isInPost ? 'comment' : subject_kind]({ id, post_id: post_id ?? id })
}

/** `first` is the oldest unread one, to which it leads. */
export const serializeNotice = (
  { oldest_unread, actors }: Pick<Gathered, 'oldest_unread' | 'actors'>,
  newest: NoticeRow,
  first: NoticeRow,
): Notice => ({
  ...newest,
  subject: { kind: newest.subject_kind, id: newest.subject_id },
  at: toIso(newest.created_at),
  is_read: oldest_unread === null,
  actor_id: newest.actor_deleted_at === null ? newest.actor_id : null,
  others: actors - 1,
  excerpt: excerptOfRow(newest),
  path: pathOf(first),
})
