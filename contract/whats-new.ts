// Unseen items of each area since the last visit. The chat has its own count (chat.ts).
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, Id, Moment } from './fields.ts'

export const areaNames = ['blog', 'news', 'files'] as const
export const AreaName = z.enum(areaNames)
export type AreaName = z.output<typeof AreaName>

/** Items by others since `seen_until`; 100 means 100 or more. */
const UnseenCount = z.object({ fresh: z.int(), seen_until: Moment }).register(z.globalRegistry, { id: 'Section' })

export const WhatsNew = z
  .object({ blog: UnseenCount, news: UnseenCount, files: UnseenCount })
  .register(z.globalRegistry, { id: 'Sections' })
export type WhatsNew = z.output<typeof WhatsNew>

const NewItem = z
  .object({
    id: Id,
    title: z.string(),
    author_name: z.string(),
    at: Moment,
    path: z.string(),
    /** Number of comments in a conversation; 1 for others. */
    count: z.int(),
    /** Thumbnail of a post's first picture. */
    cover_url: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'NewItem' })

/** The newest few (all of conversations), and how many there are; 100 means 100 or more. */
const NewItems = z.object({ count: z.int(), newest: z.array(NewItem) }).register(z.globalRegistry, { id: 'NewItems' })

/** Things of others that the person hasn't seen; messages are those to the person. */
const Visit = z
  .object({ messages: NewItems, posts: NewItems, conversations: NewItems, news: NewItems, files: NewItems })
  .register(z.globalRegistry, { id: 'Visit' })
export type Visit = z.output<typeof Visit>

const SeenUntil = z.object({ until: Moment })

export const whatsNew = {
  read: endpoint({
    method: 'GET',
    path: '/sections',
    access: 'member',
    summary: 'Unseen counts of the caller in blog, news and archive',
    response: WhatsNew,
  }),
  markSeen: endpoint({
    method: 'PUT',
    path: '/sections/:section',
    access: 'member',
    summary: 'Raise the time up to which the caller has seen an area; never lowers it, nor past now',
    params: z.object({ section: AreaName }),
    body: SeenUntil,
    response: WhatsNew,
  }),
  visit: endpoint({
    method: 'GET',
    path: '/sections/visit',
    access: 'member',
    summary: 'What others added since the caller last looked: counts, and the newest of each kind',
    response: Visit,
  }),
  endVisit: endpoint({
    method: 'PUT',
    path: '/sections/visit',
    access: 'member',
    summary: 'Everything up to a moment was seen: areas, conversations, messages to the caller; never past now',
    body: SeenUntil,
    response: Visit,
  }),
  markConversationSeen: endpoint({
    method: 'PUT',
    path: '/sections/conversations/:id',
    access: 'member',
    summary: 'Raise the time up to which the caller has seen the comments of a post; never past now',
    params: ById,
    body: SeenUntil,
  }),
}
