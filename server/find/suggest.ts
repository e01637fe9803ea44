// For a search that finds nothing: another one to be suggested, and the hits of some of its words.
import { distance } from 'fastest-levenshtein'
import type { Db } from '../db/schema.ts'
import type { DocumentKind } from '../db/search/schema.ts'
import { type Asked, type Condition, countDocuments, type DocumentFilter, findDocuments } from '../db/search/search.ts'
import { type SearchWord, searchText, suggestedWord } from '../search/words.ts'
import { anyHit, type Terms } from './conditions.ts'
import { listSimilarWords, readFoundTexts } from './queries.ts'

const maxSimilar = 2000
/** The nearest ones, of which the most frequent is suggested. */
const maxCompared = 8
const maxCount = 50
/** Documents of each kind in which a form of a word is looked for. */
const maxRead = 10
const maxLength = 200

type Counts = Map<DocumentKind, number>

const totalOf = (counts: Counts) => [...counts.values()].reduce((sum, count) => sum + count, 0)

const none = { phrases: [], excludedWords: [], fields: [] }

const isWritten = (word: SearchWord) => anyHit({ ...none, words: [{ ...word, named: [] }] })
/** As it is: what it is a beginning of may be all that the person may see. */
const isWhole = (word: string): Condition => ({ token: word })

/** Documents for which a condition holds, as the person finds them. */
async function countWith(db: Db, kinds: DocumentKind[], filter: DocumentFilter, condition: Condition) {
  const asked = kinds.map((kind): Asked => ({ kind, condition }))
  return totalOf(await countDocuments(db, asked, filter, maxCount))
}

/** The first of these forms of a word that is in a text which the person may see: others may be those of a draft. */
async function visibleForm(db: Db, kinds: DocumentKind[], filter: DocumentFilter, word: string, forms: string[]) {
  for (const kind of forms.length === 0 ? [] : kinds) {
    const documents = await findDocuments(db, [{ kind, condition: isWhole(word) }], filter, maxRead)
    const ids = documents.map(({ ref_id }) => ref_id)
    for (const { title, text, content } of (await readFoundTexts(db, kind, ids, filter.draftsOf)).values()) {
      const read = [title.normalize('NFC'), text, content ?? ''].join(' ').toLowerCase()
      const form = forms.find((typed) => read.includes(typed))
      if (form !== undefined) return form
    }
  }
  return word
}

/** The nearest word that somebody wrote, by the letters that differ; undefined if none is near. */
async function nearestWord(db: Db, kinds: DocumentKind[], filter: DocumentFilter, word: string) {
  const maxDistance = word.length < 4 ? 0 : word.length < 6 ? 1 : 2
  if (maxDistance === 0) return undefined
  const similar = new Map<string, { forms: string[]; away: number }>()
  for (const { word: other, typed } of await listSimilarWords(db, word, maxSimilar)) {
    if (!suggestedWord.test(typed)) continue
    const away = distance(word, other)
    // the form with accents is the right one where both were written
    const forms = [...(similar.get(other)?.forms ?? []), ...(typed === other ? [] : [typed])]
    if (away > 0 && away <= maxDistance) similar.set(other, { forms, away })
  }
  const nearest = [...similar].toSorted(([, a], [, b]) => a.away - b.away).slice(0, maxCompared)
  let best: { word: string; forms: string[]; away: number; count: number } | undefined
  for (const [other, { forms, away }] of nearest) {
    if (best && away > best.away) break
    const count = await countWith(db, kinds, filter, isWhole(other))
    if (count > (best?.count ?? 0)) best = { word: other, forms, away, count }
  }
  return best && visibleForm(db, kinds, filter, best.word, best.forms)
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

/** Words of a search that are tried alone. */
const maxTried = 6
/** The rarest of them, of which all combinations are tried. */
const maxCombined = 4

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
