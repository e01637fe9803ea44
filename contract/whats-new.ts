// Unseen items of each area since the last visit. The chat has its own count (chat.ts).
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Moment, schema } from './fields.ts'

export const areaNames = ['blog', 'news', 'files'] as const
export const AreaName = z.enum(areaNames)
export type AreaName = z.output<typeof AreaName>

/** Items by others since `seen_until`; 100 means 100 or more. */
const UnseenCount = schema('Section', { fresh: z.int(), seen_until: Moment })

export const WhatsNew = schema('Sections', { blog: UnseenCount, news: UnseenCount, files: UnseenCount })
export type WhatsNew = z.output<typeof WhatsNew>

const NewItem = schema('NewItem', {
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

/** The newest few (all of conversations), and how many there are; 100 means 100 or more. */
const NewItems = schema('NewItems', { count: z.int(), newest: z.array(NewItem) })

/** Things of others that the person hasn't seen; messages are those to the person. */
const Visit = schema('Visit', {
  messages: NewItems,
  posts: NewItems,
  conversations: NewItems,
  news: NewItems,
  files: NewItems,
})
export type Visit = z.output<typeof Visit>

const SeenUntil = z.object({ until: Moment })

export const whatsNew = {
  read: endpoint('GET', '/sections', 'member', {
    summary: 'Unseen counts of the caller in blog, news and archive',
    response: WhatsNew,
  }),
  markSeen: endpoint('PUT', '/sections/:section', 'member', {
    summary: 'Raise the time up to which the caller has seen an area; never lowers it, nor past now',
    params: z.object({ section: AreaName }),
    body: SeenUntil,
    response: WhatsNew,
  }),
  visit: endpoint('GET', '/sections/visit', 'member', {
    summary: 'What others added since the caller last looked: counts, and the newest of each kind',
    response: Visit,
  }),
  endVisit: endpoint('PUT', '/sections/visit', 'member', {
    summary: 'Everything up to a moment was seen: areas, conversations, messages to the caller; never past now',
    body: SeenUntil,
    response: Visit,
  }),
  markConversationSeen: endpoint('PUT', '/sections/conversations/:id', 'member', {
    summary: 'Raise the time up to which the caller has seen the comments of a post; never past now',
    body: SeenUntil,
  }),
}
