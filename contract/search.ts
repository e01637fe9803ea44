// One search over everything that a member may see (DECISIONS §7).
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Moment, Once, pagesOf, schema, searchText, wholeNumber } from './fields.ts'
import { limits } from './limits.ts'

/** In the order in which kinds with equally good hits come. */
export const searchKinds = ['person', 'category', 'page', 'post', 'news', 'file', 'comment', 'message'] as const
export const SearchKind = z.enum(searchKinds)
export type SearchKind = z.output<typeof SearchKind>

export const Hit = schema('Hit', {
  kind: SearchKind,
  id: z.string(),
  title: z.string(),
  /** The very place in our pages. */
  path: z.string(),
  excerpt: z.string(),
  /** Where searched words are in the excerpt: pairs of beginning and end, in UTF-16 units. */
  marks: z.array(z.array(z.int())),
  author_name: z.nullable(z.string()),
  at: z.nullable(Moment),
  /** Signed URL of a picture's smaller version, for this session only; null for everything else. */
  thumb_url: z.nullable(z.string()),
})
export type Hit = z.output<typeof Hit>

const kindText = `Tienen que ser ${searchKinds.join(', ')}, separados por comas`
const Kinds = z.pipe(
  Once.check(z.refine((text) => text.split(',').every((kind) => searchKinds.includes(kind as SearchKind)), kindText)),
  z.transform((text: string) => [...new Set(text.split(',') as SearchKind[])]),
)

const PerKind = wholeNumber(/^([1-9]|10)$/, 'Tiene que ser un número del 1 al 10')

/** An existing year, month or day. */
export function isSearchDate(text: string) {
  if (!/^\d{4}(-\d\d(-\d\d)?)?$/.test(text)) return false
  const day = `${text}${'0000-01-01'.slice(text.length)}`
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

const SearchDate = Once.check(z.refine(isSearchDate, 'Tiene que ser 2026, 2026-03 o 2026-03-15'))

export const search = {
  find: endpoint('GET', '/search', 'member', {
    summary:
      'Search of everything, the best hits first. In `q` "a phrase", -without, de:name, en:category, tipo:kind, antes:date and después:date. The headers X-Total-Count and X-Counts (by kind) count up to a limit; where nothing has all words X-Suggestion (percent-encoded) has a search for nearby ones, and with X-Partial: 1 come the best things that have some, without further pages. X-Incomplete: 1 while the index is being filled, as after a restore',
    ...pagesOf(Hit, {
      q: z._default(searchText(limits.searchEverything), ''),
      kind: z.optional(Kinds),
      /** Only so many of each kind, so that a kind with many hits hides no other; without further pages. */
      per_kind: z.optional(PerKind),
      /** Id of the author. */
      from: z.optional(Id),
      category_id: z.optional(Id),
      before: z.optional(SearchDate),
      /** The date itself included. */
      after: z.optional(SearchDate),
    }),
    cost: limits.searchCost,
  }),
}
