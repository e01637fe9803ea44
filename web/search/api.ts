import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Hit, type SearchKind, search } from '../../contract/search.ts'
import { isStatus, messageOf } from '../api/call.ts'
import { searchKeys } from '../api/keys.ts'
import { pagedQuery, usePagedQuery } from '../api/paged.ts'
import { readQuery } from '../api/read-query.ts'
import { isEmptySearch, type SearchFilter } from './search-filter.ts'
import { texts } from './texts.ts'

const perPage = '20'
const perKindInPalette = '5'
const people = '6'

/** All hits of a filter. The previous ones stay on screen until these are loaded. */
export const useSearch = (filter: SearchFilter) =>
  usePagedQuery(pagedQuery(search.find, searchKeys.hits(filter), { query: { limit: perPage, ...filter } }), {
    enabled: !isEmptySearch(filter),
    placeholderData: keepPreviousData,
  })

/** The best hits, for the palette. */
export const useFirstHits = (q: string) =>
  useQuery({
    ...readQuery(search.find, searchKeys.first(q), { query: { q, per_kind: perKindInPalette } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })

export const usePeople = (name: string) =>
  useQuery({
    ...readQuery(search.find, searchKeys.people(name), { query: { q: name, kind: 'person', limit: people } }),
    enabled: name !== '',
    placeholderData: keepPreviousData,
  })

export const failureOf = (error: Error | null) => (isStatus(error, 0) ? texts.offline : messageOf(error, texts.failed))

/** Hits by kind, beginning with the kind of the best one. */
export function groupHits(hits: Hit[]) {
  const groups = new Map<SearchKind, Hit[]>()
  for (const hit of hits) groups.set(hit.kind, [...(groups.get(hit.kind) ?? []), hit])
  return [...groups].map(([kind, hits]) => ({ kind, hits }))
}
