import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import type { QueryOf } from '../../contract/endpoint.ts'
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

type Query = QueryOf<typeof search.find> & { q: string }

/** Hits without further pages. The previous ones stay on screen until these are loaded. */
const useHits = (queryKey: QueryKey, query: Query) =>
  useQuery({
    ...readQuery(search.find, queryKey, { query }),
    enabled: query.q !== '',
    placeholderData: keepPreviousData,
  })

/** The best hits, for the palette. */
export const useFirstHits = (q: string) => useHits(searchKeys.first(q), { q, per_kind: perKindInPalette })

export const usePeople = (name: string) => useHits(searchKeys.people(name), { q: name, kind: 'person', limit: people })

export const failureOf = (error: Error | null) => (isStatus(error, 0) ? texts.offline : messageOf(error, texts.failed))

/** Hits by kind, beginning with the kind of the best one. */
export function groupHits(hits: Hit[]) {
  const groups = new Map<SearchKind, Hit[]>()
  for (const hit of hits) groups.set(hit.kind, [...(groups.get(hit.kind) ?? []), hit])
  return [...groups].map(([kind, hits]) => ({ kind, hits }))
}
