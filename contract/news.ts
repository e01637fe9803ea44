import * as z from 'zod/mini'
import { Reaction } from './content/reactions.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, Id, isWebAddress, line, Moment, optionalText, pagesOf, schema } from './fields.ts'
import { limits } from './limits.ts'

export const NewsItem = schema('NewsItem', {
  id: Id,
  title: z.string(),
  url: z.string(),
  comment: z.nullable(z.string()),
  /** Null if the account was deleted. */
  author_id: z.nullable(Id),
  /** Current name of the author. */
  created_by: z.string(),
  created_at: Moment,
  /** Equals `created_at` until title, URL or comment change. */
  updated_at: Moment,
  reactions: z.array(Reaction),
})
export type NewsItem = z.output<typeof NewsItem>

const schemeText = 'La URL debe comenzar con http:// o https://'
const addressText = 'La URL tiene que tener un sitio, sin usuario ni contraseña'

/** SPEC §5: required, http or https, at most 2000 characters. */
export const NewsUrl = line({ label: 'La URL', feminine: true, max: limits.newsUrl }).check(
  z.refine((url) => /^https?:\/\//i.test(url), { error: schemeText, abort: true }),
  z.refine(isWebAddress, addressText),
)

/** A changed item. An absent comment means none. */
export const NewsText = schema('NewsText', {
  title: line({ label: 'El título', max: limits.newsTitle }),
  url: NewsUrl,
  comment: z.optional(optionalText({ label: 'El comentario', max: limits.newsComment })),
})
export type NewsText = z.output<typeof NewsText>

export const NewNewsItem = schema('NewNewsItem', {
  ...NewsText.shape,
  client_id: ClientId,
})
export type NewNewsItem = z.output<typeof NewNewsItem>

export const news = {
  list: endpoint('GET', '/news', 'member', {
    summary: 'News items, newest first',
    ...pagesOf(NewsItem),
  }),
  shared: endpoint('GET', '/news/shared', 'member', {
    summary:
      'Newest item with this address, or null; `except` omits one item. Small differences of the address are ignored',
    query: z.object({ url: NewsUrl, except: z.optional(Id) }),
    response: z.object({ item: z.nullable(NewsItem) }),
  }),
  read: endpoint('GET', '/news/:id', 'member', {
    summary: 'One news item',
    response: NewsItem,
  }),
  create: endpoint('POST', '/news', 'member', {
    summary: 'Share a link; a repeated `client_id` returns the first item, as it is now',
    body: NewNewsItem,
    response: NewsItem,
    status: 201,
  }),
  title: endpoint('POST', '/news/title', 'member', {
    summary: 'Title of the page at an address; null if it has none or can’t be read',
    body: z.object({ url: NewsUrl }),
    response: z.object({ title: z.nullable(z.string()) }),
  }),
  initialize: endpoint('POST', '/news/initialize', 'admin', {
    summary: 'Add an example to an empty list',
    response: z.object({ message: z.string() }),
  }),
  update: endpoint('PUT', '/news/:id', 'member', {
    summary:
      'Change a news item: its author or an admin; `If-Match` is its `updated_at` in milliseconds, quoted: another one is 412',
    body: NewsText,
    response: NewsItem,
  }),
  remove: endpoint('DELETE', '/news/:id', 'member', {
    summary: 'Delete a news item: its author or an admin',
  }),
}
