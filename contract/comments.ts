import * as z from 'zod/mini'
import { Reaction } from './content/reactions.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, Id, Moment, pagesOf, schema, text } from './fields.ts'
import { limits } from './limits.ts'

/** The answered comment, as it is now. */
const CommentQuote = schema('CommentQuote', {
  author_name: z.string(),
  /** Its beginning as plain text. */
  excerpt: z.string(),
})

export const Comment = schema('Comment', {
  id: Id,
  post_id: Id,
  /** Null if the account was deleted. */
  author_id: z.nullable(Id),
  author_name: z.string(),
  content: z.string(),
  created_at: Moment,
  /** Equals `created_at` until the content changes. */
  updated_at: Moment,
  /** The answered comment's id. */
  reply_to: z.nullable(Id),
  /** Null also if the answered comment was deleted. */
  quote: z.nullable(CommentQuote),
  reactions: z.array(Reaction),
})
export type Comment = z.output<typeof Comment>

export const CommentText = schema('CommentText', { content: text({ label: 'El comentario', max: limits.comment }) })
export type CommentText = z.output<typeof CommentText>

export const NewComment = schema('NewComment', {
  ...CommentText.shape,
  client_id: ClientId,
  /** The answered comment, of the same post. */
  reply_to: z.nullish(Id),
})
export type NewComment = z.output<typeof NewComment>

/** It may tell fifty people: one person's are saved one after the other. */
const savingCost = 2

export const comments = {
  list: endpoint('GET', '/comments/post/:id', 'member', {
    summary: 'Comments of a post, oldest first; those of a draft for its author and admins only',
    ...pagesOf(Comment),
  }),
  create: endpoint('POST', '/comments/post/:id', 'member', {
    summary: 'Comment on a post; a repeated `client_id` returns the first comment, as it is now',
    body: NewComment,
    response: Comment,
    status: 201,
    cost: savingCost,
  }),
  update: endpoint('PUT', '/comments/:id', 'member', {
    summary:
      'Change a comment: its author or an admin; `If-Match` is its `updated_at` in milliseconds, quoted: another one is 412',
    body: CommentText,
    response: Comment,
    cost: savingCost,
  }),
  remove: endpoint('DELETE', '/comments/:id', 'member', {
    summary: 'Delete a comment: its author or an admin',
  }),
}
