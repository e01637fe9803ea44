import * as z from 'zod/mini'
import { CategoryFilter } from './categories.ts'
import { LinkedPost } from './content/linked-post.ts'
import { Reaction } from './content/reactions.ts'
import { endpoint } from './endpoint.ts'
import {
  ById,
  ClientId,
  Flag,
  Id,
  line,
  Moment,
  pagesOf,
  Search,
  schema,
  searchCost,
  TrueOrFalse,
  text,
  wholeNumber,
} from './fields.ts'
import { limits } from './limits.ts'

export const Post = schema('Post', {
  id: Id,
  title: z.string(),
  content: z.string(),
  /** First 200 characters as plain text; `excerpt_cut` means that there are more. */
  excerpt: z.string(),
  excerpt_cut: z.boolean(),
  /** Whole minutes, at least one. */
  reading_minutes: z.int(),
  category_id: z.nullable(Id),
  category_name: z.nullable(z.string()),
  /** Null if the account was deleted. */
  author_id: z.nullable(Id),
  author_name: z.string(),
  is_published: z.boolean(),
  published_at: z.nullable(Moment),
  created_at: Moment,
  updated_at: Moment,
  comment_count: z.int(),
  reactions: z.array(Reaction),
})
export type Post = z.output<typeof Post>

/** Post in a list; `view=summary` omits the content. `cover_url` is the thumbnail of its first picture: null without a picture, and from its deletion until the post is saved again. */
export const ListedPost = schema('ListedPost', {
  ...Post.shape,
  content: z.optional(z.string()),
  cover_url: z.nullable(z.string()),
})
export type ListedPost = z.output<typeof ListedPost>

const writing = {
  title: line({ label: 'El título', max: limits.postTitle }),
  content: text({ label: 'El contenido', max: limits.postContent }),
  category_id: z.optional(z.nullable(Id)),
}

/** A draft unless `is_published`. */
export const NewPost = schema('NewPost', {
  ...writing,
  is_published: z._default(TrueOrFalse, false),
  client_id: ClientId,
})
export type NewPost = z.output<typeof NewPost>

/** An absent category means none; an absent `is_published` leaves the state. */
export const PostChanges = schema('PostChanges', { ...writing, is_published: z.optional(TrueOrFalse) })
export type PostChanges = z.output<typeof PostChanges>

export const PostVersion = schema('PostVersion', {
  version: z.int(),
  title: z.string(),
  content: z.string(),
  category_name: z.nullable(z.string()),
  editor_name: z.string(),
  saved_at: Moment,
})
export type PostVersion = z.output<typeof PostVersion>

export const ListedVersion = z.omit(PostVersion, { content: true }).register(z.globalRegistry, { id: 'ListedVersion' })
export type ListedVersion = z.output<typeof ListedVersion>

const ByVersion = z.extend(ById, { version: wholeNumber(/^[1-9]\d{0,8}$/, 'No es una versión') })

const Publication = schema('Publication', { is_published: TrueOrFalse })

const view = z.optional(z.enum(['summary'], { error: 'Tiene que ser summary' }))
const filters = { view, q: Search, category_id: CategoryFilter }

/** Contents cost more than summaries. */
const listCost = (query: Record<string, unknown>) => searchCost(query) + (query.view === 'summary' ? 0 : 2)
/** Excerpt, search words, links and a version are made of the text. */
const savingCost = 5

export const posts = {
  list: endpoint('GET', '/posts', 'member', {
    summary: 'Published posts, newest publication first',
    ...pagesOf(ListedPost, filters),
    cost: listCost,
  }),
  listAll: endpoint('GET', '/posts/all', 'member', {
    summary: 'Posts, newest first; with the drafts visible to the caller if `include_unpublished=true`',
    ...pagesOf(ListedPost, { ...filters, include_unpublished: z._default(Flag, false) }),
    cost: listCost,
  }),
  drafts: endpoint('GET', '/posts/drafts/my', 'member', {
    summary: 'Drafts of the caller, newest first',
    ...pagesOf(ListedPost, { view }),
    cost: listCost,
  }),
  read: endpoint('GET', '/posts/:id', 'member', {
    summary: 'One post, with an ETag; a draft for its author and admins only',
    response: Post,
  }),
  create: endpoint('POST', '/posts', 'member', {
    summary: 'Write a post; a repeated `client_id` returns the first post, as it is now',
    body: NewPost,
    response: Post,
    status: 201,
    cost: savingCost,
  }),
  update: endpoint('PUT', '/posts/:id', 'member', {
    summary: 'Save a post; `If-Match` with an older ETag is refused with 412',
    body: PostChanges,
    response: Post,
    cost: savingCost,
  }),
  publish: endpoint('PUT', '/posts/:id/publish', 'member', {
    summary: 'Publish a draft, or unpublish a post',
    body: Publication,
    response: Post,
    cost: savingCost,
  }),
  linkedFrom: endpoint('GET', '/posts/:id/linked-from', 'member', {
    summary: 'Posts that link to this one and are visible to the caller, newest first',
    response: z.array(LinkedPost),
  }),
  versions: endpoint('GET', '/posts/:id/versions', 'member', {
    summary: 'Saved versions of a post, newest first; for its author and admins',
    ...pagesOf(ListedVersion),
  }),
  version: endpoint('GET', '/posts/:id/versions/:version', 'member', {
    summary: 'One saved version with its content',
    params: ByVersion,
    response: PostVersion,
  }),
  removeVersion: endpoint('DELETE', '/posts/:id/versions/:version', 'member', {
    summary: 'Delete an earlier version of a post; for its author and admins',
    params: ByVersion,
  }),
  remove: endpoint('DELETE', '/posts/:id', 'member', {
    summary: 'Delete a post with its comments',
  }),
}
