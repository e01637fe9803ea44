import * as z from 'zod/mini'
import { Reaction } from './content/reactions.ts'
import { endpoint } from './endpoint.ts'
import { ById, ClientId, Id, Moment, Paging, text } from './fields.ts'
import { limits } from './limits.ts'

/** The answered comment, as it is now. */
const CommentQuote = z
  .object({
    author_name: z.string(),
    /** Its beginning as plain text. */
    excerpt: z.string(),
  })
  .register(z.globalRegistry, { id: 'CommentQuote' })

export const Comment = z
  .object({
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
  .register(z.globalRegistry, { id: 'Comment' })
export type Comment = z.output<typeof Comment>

export const CommentText = z
  .object({ content: text({ label: 'El comentario', max: limits.comment }) })
  .register(z.globalRegistry, { id: 'CommentText' })
export type CommentText = z.output<typeof CommentText>

export const NewComment = z
  .extend(CommentText, {
    /** Unique per author: a repeat under the same id is the same comment. */
    client_id: z.nullish(ClientId),
    /** The answered comment, of the same post. */
    reply_to: z.nullish(Id),
  })
  .register(z.globalRegistry, { id: 'NewComment' })
export type NewComment = z.output<typeof NewComment>

/** It may tell fifty people: one person's are saved one after the other. */
const savingCost = 2

export const comments = {
  list: endpoint({
    method: 'GET',
    path: '/comments/post/:id',
    access: 'member',
    summary: 'Comments of a post, oldest first; those of a draft for its author and admins only',
    params: ById,
    query: Paging,
    response: z.array(Comment),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/comments/post/:id',
    access: 'member',
    summary: 'Comment on a post; a repeated `client_id` returns the first comment, as it is now',
    params: ById,
    body: NewComment,
    response: Comment,
    status: 201,
    cost: savingCost,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/comments/:id',
    access: 'member',
    summary:
      'Change a comment: its author or an admin; `If-Match` is its `updated_at` in milliseconds, quoted: another one is 412',
    params: ById,
    body: CommentText,
    response: Comment,
    cost: savingCost,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/comments/:id',
    access: 'member',
    summary: 'Delete a comment: its author or an admin',
    params: ById,
  }),
}
