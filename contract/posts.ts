import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, Flag, Id, line, Moment, Paging, Search, text } from './fields.ts'
import { limits } from './limits.ts'
import { LinkedPost } from './linked-post.ts'

export const Post = z
  .object({
    id: Id,
    title: z.string(),
    content: z.string(),
    /** The first 200 characters as plain text, and whether there is more. */
    excerpt: z.string(),
    excerpt_cut: z.boolean(),
    /** Whole minutes, at least one. */
    reading_minutes: z.int(),
    category_id: z.nullable(Id),
    category_name: z.nullable(z.string()),
    /** Null when the account was deleted. */
    author_id: z.nullable(Id),
    author_name: z.string(),
    is_published: z.boolean(),
    published_at: z.nullable(Moment),
    created_at: Moment,
    updated_at: Moment,
    comment_count: z.int(),
  })
  .register(z.globalRegistry, { id: 'Post' })
export type Post = z.output<typeof Post>

/** A post in a list; `view=summary` leaves the content out. */
export const ListedPost = z
  .extend(Post, { content: z.optional(z.string()) })
  .register(z.globalRegistry, { id: 'ListedPost' })
export type ListedPost = z.output<typeof ListedPost>

const writing = {
  title: line({ what: 'El título', max: limits.postTitle }),
  content: text({ what: 'El contenido', max: limits.postContent }),
  category_id: z.optional(z.nullable(Id)),
}
const Published = z.boolean({ error: 'Tiene que ser true o false' })

/** Absent `is_published`: a draft. */
export const NewPost = z
  .object({ ...writing, is_published: z._default(Published, false) })
  .register(z.globalRegistry, { id: 'NewPost' })
export type NewPost = z.output<typeof NewPost>

/** An absent category means none; an absent `is_published` leaves the state. */
export const PostChanges = z
  .object({ ...writing, is_published: z.optional(Published) })
  .register(z.globalRegistry, { id: 'PostChanges' })
export type PostChanges = z.output<typeof PostChanges>

/** A post as somebody saved it once. */
export const PostVersion = z
  .object({
    version: z.int(),
    title: z.string(),
    content: z.string(),
    category_name: z.nullable(z.string()),
    editor_name: z.string(),
    saved_at: Moment,
  })
  .register(z.globalRegistry, { id: 'PostVersion' })
export type PostVersion = z.output<typeof PostVersion>

export const ListedVersion = z.omit(PostVersion, { content: true }).register(z.globalRegistry, { id: 'ListedVersion' })
export type ListedVersion = z.output<typeof ListedVersion>

const ByVersion = z.extend(ById, {
  version: z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/)),
    z.transform((digits: string) => Number(digits)),
  ),
})

export const Publication = z.object({ is_published: Published }).register(z.globalRegistry, { id: 'Publication' })

/** `view=summary` and, where a list can be narrowed, `category_id`: an id, or `none` for those without a category. */
const view = z.optional(z.enum(['summary'], { error: 'Tiene que ser summary' }))
const Drafts = z.extend(Paging, { view })
const Filter = z.extend(Paging, {
  view,
  q: Search,
  category_id: z.optional(
    z
      .string({ error: 'Una sola vez' })
      .check(z.regex(/^([0-9a-f]{32}|none)$/, 'Tiene que ser un identificador o none')),
  ),
})
export type PostFilter = z.output<typeof Filter>

export const posts = {
  list: endpoint({
    method: 'GET',
    path: '/posts',
    access: 'member',
    summary: 'Published posts, newest publication first',
    query: Filter,
    response: z.array(ListedPost),
    paged: true,
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/posts/all',
    access: 'member',
    summary: 'Posts, with the drafts one may see when `include_unpublished=true`, newest first',
    query: z.extend(Filter, { include_unpublished: z._default(Flag, false) }),
    response: z.array(ListedPost),
    paged: true,
  }),
  drafts: endpoint({
    method: 'GET',
    path: '/posts/drafts/my',
    access: 'member',
    summary: 'One’s own drafts, newest first',
    query: Drafts,
    response: z.array(ListedPost),
    paged: true,
  }),
  read: endpoint({
    method: 'GET',
    path: '/posts/:id',
    access: 'member',
    summary: 'One post, with an ETag; a draft for its author and admins only',
    params: ById,
    response: Post,
  }),
  create: endpoint({
    method: 'POST',
    path: '/posts',
    access: 'member',
    summary: 'Write a post',
    body: NewPost,
    response: Post,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/posts/:id',
    access: 'member',
    summary: 'Save a post; `If-Match` with an older ETag is refused with 412',
    params: ById,
    body: PostChanges,
    response: Post,
  }),
  publish: endpoint({
    method: 'PUT',
    path: '/posts/:id/publish',
    access: 'member',
    summary: 'Publish a draft, or take a post back to draft',
    params: ById,
    body: Publication,
    response: Post,
  }),
  linkedFrom: endpoint({
    method: 'GET',
    path: '/posts/:id/linked-from',
    access: 'member',
    summary: 'The posts that link to this one, as far as one may see them, newest first',
    params: ById,
    response: z.array(LinkedPost),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/posts/:id/versions',
    access: 'member',
    summary: 'How a post was saved before, newest first; for its author and admins',
    params: ById,
    query: Paging,
    response: z.array(ListedVersion),
    paged: true,
  }),
  version: endpoint({
    method: 'GET',
    path: '/posts/:id/versions/:version',
    access: 'member',
    summary: 'One of them, whole',
    params: ByVersion,
    response: PostVersion,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/posts/:id',
    access: 'member',
    summary: 'Delete a post with its comments',
    params: ById,
  }),
}
