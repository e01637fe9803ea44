import type { Comment as WireComment } from '../../contract/comments.ts'
import type { CommentRow } from './queries.ts'

/** A comment as it is answered, and as much of its post as decides who sees it. */
export type Comment = WireComment & { post: { author_id: string | null; is_published: boolean } }

const moment = (at: number) => new Date(Number(at)).toISOString()

export const toComment = (row: CommentRow): Comment => ({
  id: row.id,
  post_id: row.post_id,
  author_id: row.author_id,
  author_name: row.author_name,
  content: row.content,
  created_at: moment(row.created_at),
  updated_at: moment(row.updated_at),
  post: { author_id: row.post_author_id, is_published: row.post_published_at !== null },
})
