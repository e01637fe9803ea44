import type { Hit, SearchKind } from '../../../contract/search.ts'

/** Hits by kind, beginning with the kind of the best one. */
export function groupHits(hits: Hit[]) {
  const groups = new Map<SearchKind, Hit[]>()
  for (const hit of hits) groups.set(hit.kind, [...(groups.get(hit.kind) ?? []), hit])
  return [...groups].map(([kind, hits]) => ({ kind, hits }))
}
