// Unseen items of each area since the last visit. The chat has its own count (chat.ts).
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Moment } from './fields.ts'

export const areaNames = ['blog', 'news', 'files'] as const
export const AreaName = z.enum(areaNames)
export type AreaName = z.output<typeof AreaName>

/** Items by others since `seen_until`; 100 means 100 or more. */
const UnseenCount = z.object({ fresh: z.int(), seen_until: Moment }).register(z.globalRegistry, { id: 'Section' })

export const WhatsNew = z
  .object({ blog: UnseenCount, news: UnseenCount, files: UnseenCount })
  .register(z.globalRegistry, { id: 'Sections' })
export type WhatsNew = z.output<typeof WhatsNew>

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
    body: z.object({ until: Moment }),
    response: WhatsNew,
  }),
}
