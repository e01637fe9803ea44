import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, Id, isWebAddress, line, Moment, optionalText, Paging } from './fields.ts'
import { limits } from './limits.ts'

export const NewsItem = z
  .object({
    id: Id,
    title: z.string(),
    url: z.string(),
    comment: z.nullable(z.string()),
    /** Null when the account was deleted. */
    author_id: z.nullable(Id),
    /** The author's current name. */
    created_by: z.string(),
    created_at: Moment,
    /** Equals `created_at` until title, address or comment change. */
    updated_at: Moment,
  })
  .register(z.globalRegistry, { id: 'NewsItem' })
export type NewsItem = z.output<typeof NewsItem>

const schemeText = 'La URL debe comenzar con http:// o https://'
const addressText = 'La URL tiene que tener un sitio, sin usuario ni contraseña'

/** SPEC §5: required, http or https, at most 2000 characters. */
export const NewsUrl = line({ what: 'La URL', feminine: true, max: limits.newsUrl }).check(
  z.refine((url) => /^https?:\/\//i.test(url), { error: schemeText, abort: true }),
  z.refine(isWebAddress, addressText),
)

/** What is shared, or made of it later: an absent comment means none. */
export const NewsText = z
  .object({
    title: line({ what: 'El título', max: limits.newsTitle }),
    url: NewsUrl,
    comment: z.optional(optionalText({ what: 'El comentario', max: limits.newsComment })),
  })
  .register(z.globalRegistry, { id: 'NewsText' })
export type NewsText = z.output<typeof NewsText>

export const news = {
  list: endpoint({
    method: 'GET',
    path: '/news',
    access: 'member',
    summary: 'Shared links, newest first',
    query: Paging,
    response: z.array(NewsItem),
    paged: true,
  }),
  shared: endpoint({
    method: 'GET',
    path: '/news/shared',
    access: 'member',
    summary:
      'Who shared this address last, if anybody did, but for one item; small differences of the address don’t matter',
    query: z.object({ url: NewsUrl, except: z.optional(Id) }),
    response: z.object({ item: z.nullable(NewsItem) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/news/:id',
    access: 'member',
    summary: 'One shared link',
    params: ById,
    response: NewsItem,
  }),
  create: endpoint({
    method: 'POST',
    path: '/news',
    access: 'member',
    summary: 'Share a link',
    body: NewsText,
    response: NewsItem,
    status: 201,
  }),
  title: endpoint({
    method: 'POST',
    path: '/news/title',
    access: 'member',
    summary: 'The title of the page at an address; null when there is none to be had',
    body: z.object({ url: NewsUrl }),
    response: z.object({ title: z.nullable(z.string()) }),
  }),
  initialize: endpoint({
    method: 'POST',
    path: '/news/initialize',
    access: 'admin',
    summary: 'Share an example when there is nothing yet',
    response: z.object({ message: z.string() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/news/:id',
    access: 'member',
    summary:
      'Change a shared link: its author or an admin; `If-Match` with another than its `updated_at` in milliseconds, quoted, is 412',
    params: ById,
    body: NewsText,
    response: NewsItem,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/news/:id',
    access: 'member',
    summary: 'Delete a shared link: its author or an admin',
    params: ById,
  }),
}
