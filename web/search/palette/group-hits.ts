import type { Hit, SearchKind } from '../../../contract/search.ts'

const maxPerKind = 5

/** The best hits of each kind, beginning with the kind of the best one. */
export function groupHits(hits: Hit[]) {
  const groups = new Map<SearchKind, Hit[]>()
  for (const hit of hits) {
    const group = groups.get(hit.kind) ?? []
    if (group.length < maxPerKind) groups.set(hit.kind, [...group, hit])
  }
  return [...groups].map(([kind, hits]) => ({ kind, hits }))
}
