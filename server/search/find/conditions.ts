import type { DocumentKind } from '../../db/search/schema.ts'
import type { Condition } from '../../db/search/search.ts'
import { beginningLengths, beginningToken, fieldToken, titleToken } from '../tokens.ts'
import type { SearchWord } from '../words.ts'

/** A word of a search, with the ids of authors and categories in whose names it begins a word. */
interface Term extends SearchWord {
  named: string[]
}

export interface Terms {
  words: Term[]
  phrases: string[]
  excludedWords: string[]
  /** Lists of ids: of each, a document has its author's or its category's. */
  fields: string[][]
}

const kindsWithTitle: DocumentKind[] = ['post', 'news', 'file']

/** Too much begins with two letters: shorter words are found as they are only. */
export const minBeginning = 3

const exact = (token: string): Condition => ({ token })
/** A word and what begins with it, in the title or anywhere. */
function beginning(word: string, inPlace: (token: string) => string): Condition[] {
  const { length } = [...word]
  if (length < minBeginning) return [exact(inPlace(word))]
  if (beginningLengths.includes(length)) return [exact(inPlace(word)), exact(inPlace(beginningToken(word)))]
  return [{ token: inPlace(word), isBeginning: true }]
}
const inTitle = ({ word, stems }: SearchWord): Condition => ({
  any: [...beginning(word, titleToken), ...stems.map(titleToken).map(exact)],
})
const anywhere = ({ word, stems, named }: Term): Condition => ({
  any: [...beginning(word, (token) => token), ...stems.map(exact), ...named.map(fieldToken).map(exact)],
})

const wordsOf = (phrases: string[]) => phrases.flatMap((phrase) => phrase.split(' '))

/** Conditions of every hit: the filters by author and category. */
const always = ({ fields }: Terms): Condition[] => fields.map((ids) => ({ any: ids.map(fieldToken).map(exact) }))

const hitWith = (words: Condition[], terms: Terms): Condition => ({
  all: [...always(terms), ...wordsOf(terms.phrases).map(exact), ...words],
  without: terms.excludedWords.map(exact),
})

/** All documents that are found. */
export const anyHit = (terms: Terms) => hitWith(terms.words.map(anywhere), terms)
/** Those with the words as they are typed. */
export const exactHit = (terms: Terms) =>
  hitWith(
    terms.words.map(({ word }) => exact(word)),
    terms,
  )

/** Ranks of hits: all words in the title, related words in the title, all words in the text, related words. */
export const ranks = 4

/**
 * The hits of a kind by their rank, from the best on; undefined where a kind has none. Words are there as they are typed, or
 * as related ones: with the same beginning or stem, or in the name of the author or the category.
 */
export function hitsByRank(kind: DocumentKind, terms: Terms): (Condition | undefined)[] {
  const { words, phrases, excludedWords } = terms
  const exactWords = [...words.map(({ word }) => word), ...wordsOf(phrases)]
  const all = anyHit(terms)
  if (exactWords.length === 0) return [undefined, undefined, undefined, all]
  const inTitles: Condition[][] = kindsWithTitle.includes(kind)
    ? [exactWords.map(titleToken).map(exact), [...words.map(inTitle), ...wordsOf(phrases).map(titleToken).map(exact)]]
    : []
  // a hit with all words as they are is one of `all`, so that beginnings need not be looked up
  const better = [...inTitles, exactWords.map(exact)]
  const conditions = better.map(
    (one, index): Condition => ({
      all: [...always(terms), ...one],
      without: [...excludedWords.map(exact), ...better.slice(0, index).map((of) => ({ all: of }))],
    }),
  )
  const missing: undefined[] = Array.from({ length: ranks - 1 - better.length })
  return [...missing, ...conditions, { all: [all], without: better.map((of) => ({ all: of })) }]
}
