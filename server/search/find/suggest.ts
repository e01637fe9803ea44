import { distance } from 'fastest-levenshtein'
import type { Db } from '../../db/schema.ts'
import type { DocumentKind } from '../../db/search/schema.ts'
import { type Asked, type Condition, countDocuments, type DocumentFilter } from '../../db/search/search.ts'
import { listSimilarWords } from '../../db/search/words.ts'
import { type SearchWord, searchText, suggestedWord } from '../words.ts'
import { anyHit } from './conditions.ts'

const maxSimilar = 2000
/** The nearest ones, of which the most frequent is suggested. */
const maxCompared = 8
const maxCount = 50
const maxLength = 200

const none = { phrases: [], excludedWords: [], fields: [] }

const isWritten = (word: SearchWord) => anyHit({ ...none, words: [{ ...word, named: [], longer: undefined }] })
/** As it is: what it is a beginning of may be all that the person may see. */
const isWhole = (word: string): Condition => ({ token: word })

/** Documents for which a condition holds, as the person finds them. */
async function countWith(db: Db, kinds: DocumentKind[], filter: DocumentFilter, condition: Condition) {
  const asked = kinds.map((kind): Asked => ({ kind, condition }))
  const counts = await countDocuments(db, asked, filter, maxCount)
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** The nearest word that somebody wrote, by the letters that differ; undefined if none is near. */
async function nearestWord(db: Db, kinds: DocumentKind[], filter: DocumentFilter, word: string) {
  const maxDistance = word.length < 4 ? 0 : word.length < 6 ? 1 : 2
  if (maxDistance === 0) return undefined
  const similar = new Map<string, { typed: string; away: number }>()
  for (const { word: other, typed } of await listSimilarWords(db, word, maxSimilar)) {
    if (!suggestedWord.test(typed)) continue
    const away = distance(word, other)
    // the form with accents is the right one where both were written
    const known = similar.get(other)
    if (away > 0 && away <= maxDistance && (!known || known.typed === other)) similar.set(other, { typed, away })
  }
  const nearest = [...similar].toSorted(([, a], [, b]) => a.away - b.away).slice(0, maxCompared)
  let best: { typed: string; away: number; count: number } | undefined
  for (const [other, { typed, away }] of nearest) {
    if (best && away > best.away) break
    const count = await countWith(db, kinds, filter, isWhole(other))
    if (count > (best?.count ?? 0)) best = { typed, away, count }
  }
  return best?.typed
}

/** The typed search with words in the place of those that nobody wrote; undefined if nothing is nearer. */
export async function suggestSearch(
  db: Db,
  kinds: DocumentKind[],
  filter: DocumentFilter,
  { q, words }: { q: string; words: SearchWord[] },
): Promise<string | undefined> {
  // it is sent in a header
  if (q.length > maxLength) return undefined
  const replaced = new Map<string, string>()
  for (const word of words) {
    if ((await countWith(db, kinds, filter, isWritten(word))) > 0) continue
    const nearest = await nearestWord(db, kinds, filter, word.word)
    if (nearest === undefined) return undefined
    replaced.set(word.word, nearest)
  }
  if (replaced.size === 0) return undefined
  return q.replace(/[\p{L}\p{N}\p{M}]+/gu, (typed) => replaced.get(searchText(typed)) ?? typed)
}
