import type { DocumentKind } from '../db/search/schema.ts'
import type { Terms } from './conditions.ts'

/** Words of a search that are tried alone. */
const maxTried = 6
/** The rarest of them, of which all combinations are tried. */
const maxCombined = 4

type Counts = Map<DocumentKind, number>

const totalOf = (counts: Counts) => [...counts.values()].reduce((sum, count) => sum + count, 0)

/**
 * For a search that finds nothing: the terms with those words that are written anywhere, as many of them required as
 * anything has, and the counts of what has them. Undefined if nothing has any.
 */
export async function termsOfMostWords(terms: Terms, count: (terms: Terms) => Promise<Counts>) {
  const written: { word: Terms['words'][number]; total: number }[] = []
  for (const word of terms.words.slice(0, maxTried)) {
    const total = totalOf(await count({ ...terms, words: [word] }))
    if (total > 0) written.push({ word, total })
  }
  const rarest = written.toSorted((a, b) => a.total - b.total).slice(0, maxCombined)
  const words = rarest.map(({ word }) => word)
  // all words together have been searched for
  for (let required = Math.min(words.length, terms.words.length - 1); required > 0; required--) {
    const some: Terms = { ...terms, words, required }
    const counts = await count(some)
    if (totalOf(counts) > 0) return { terms: some, counts, required }
  }
  return undefined
}
