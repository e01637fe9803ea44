import type { Notice } from '../../contract/notices/notices.ts'
import { pages } from '../../contract/pages.ts'
import { messageExcerpt } from '../chat/excerpt.ts'
import { toIso } from '../lib/time.ts'
import { excerptOf } from '../posts/excerpt.ts'
import { commentPlace, messagePlace } from '../search/find/places.ts'
import type { listGathered, NoticeRow } from './queries.ts'

type Gathered = Awaited<ReturnType<typeof listGathered>>[number]

/** Characters of a comment or a broadcast that are parsed for the excerpt. */
const parsedLength = 400
const maxLength = 140

function excerptOfRow({ comment_text, message_text, mail_text }: NoticeRow) {
  if (message_text !== null) return messageExcerpt(message_text)
  const text = comment_text ?? mail_text
  if (text === null) return null
  const { excerpt } = excerptOf(text.slice(0, parsedLength))
  const characters = [...excerpt]
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('').trimEnd()}…` : excerpt
}

function pathOf({ subject_kind, cause_id, post_id, actor_name }: NoticeRow) {
  if (post_id !== null) return commentPlace({ id: cause_id, post_id })
  if (subject_kind === 'message') return messagePlace(cause_id)
  if (subject_kind === 'person') return `${pages.admin.path}?${new URLSearchParams({ q: actor_name })}`
  return `${pages.notices.path}?${new URLSearchParams({ aviso: cause_id })}`
}

/** `first` is the oldest unread one, to which it leads. */
export const serializeNotice = (
  { oldest_unread, actors }: Pick<Gathered, 'oldest_unread' | 'actors'>,
  newest: NoticeRow,
  first: NoticeRow,
): Notice => ({
  id: newest.id,
  kind: newest.kind,
  subject: { kind: newest.subject_kind, id: newest.subject_id },
  at: toIso(newest.created_at),
  is_read: oldest_unread === null,
  actor_id: newest.actor_deleted_at === null ? newest.actor_id : null,
  actor_name: newest.actor_name,
  others: actors - 1,
  title: newest.post_title ?? newest.mail_subject,
  excerpt: excerptOfRow(newest),
  path: pathOf(first),
})
