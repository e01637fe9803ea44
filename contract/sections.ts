// What is new in each section since somebody was there last. The chat counts by itself (chat.ts).
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Moment } from './fields.ts'

export const sectionNames = ['blog', 'news', 'files'] as const
export const SectionName = z.enum(sectionNames)
export type SectionName = z.output<typeof SectionName>

/** New things of others since `seen_until`; 100 stands for 100 and more. */
const Section = z.object({ fresh: z.int(), seen_until: Moment }).register(z.globalRegistry, { id: 'Section' })
export type Section = z.output<typeof Section>

export const Sections = z
  .object({ blog: Section, news: Section, files: Section })
  .register(z.globalRegistry, { id: 'Sections' })
export type Sections = z.output<typeof Sections>

export const sections = {
  list: endpoint({
    method: 'GET',
    path: '/sections',
    access: 'member',
    summary: 'How much is new for the caller in blog, news and archive',
    response: Sections,
  }),
  seen: endpoint({
    method: 'PUT',
    path: '/sections/:section',
    access: 'member',
    summary: 'Say until which moment one has seen a section; never goes back, nor past now',
    params: z.object({ section: SectionName }),
    body: z.object({ until: Moment }),
    response: Sections,
  }),
}
