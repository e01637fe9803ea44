import type { Comment as ApiComment } from '../../contract/comments.ts'
import { readReactions } from '../db/reactions.ts'
import { toIso } from '../lib/time.ts'
import { commentExcerpt } from './excerpt.ts'
import type { CommentRow } from './queries.ts'

/** Comment of the API, and the fields of its post that decide about access. */
export type Comment = ApiComment & { post: { author_id: string | null; is_published: boolean } }

export const serializeComment = (row: CommentRow): Comment => ({
  id: row.id,
  post_id: row.post_id,
  author_id: row.author_id,
  author_name: row.author_name,
  content: row.content,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  reply_to: row.reply_to,
  quote:
    row.quoted_name === null ? null : { author_name: row.quoted_name, excerpt: commentExcerpt(row.quoted_text ?? '') },
  reactions: readReactions(row.reactions),
  post: { author_id: row.post_author_id, is_published: row.post_published_at !== null },
})
