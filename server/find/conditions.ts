import type { DocumentKind } from '../db/search/schema.ts'
import type { Condition } from '../db/search/search.ts'
import { fieldToken, mentionedToken, titleToken } from '../db/search/tokens.ts'
import { anywhere, exact, formsOf, type Place } from '../search/conditions.ts'
import type { SearchWord } from '../search/words.ts'

interface Term extends SearchWord {
  /** Ids of authors and categories in whose names it begins a word. */
  named: string[]
}

export interface Terms {
  words: Term[]
  phrases: string[]
  excludedWords: string[]
  /** Lists of ids: of each, a document has its author's or its category's. */
  fields: string[][]
  /** So many of the words are enough; without it all are required. */
  required?: number
}

const kindsWithTitle: DocumentKind[] = ['post', 'news', 'file']

/** Too much begins with two letters: shorter words are found as they are only. */
export const minBeginning = 3

/** A word and what begins with it, in a place or anywhere. */
const forms = (term: Term, place: Place): Condition[] =>
  [...term.word].length < minBeginning ? [exact(place(term.word))] : formsOf(term, place)
const inTitle = (term: Term): Condition => ({ any: forms(term, titleToken) })
const inAnyPlace = (term: Term): Condition => ({
  any: [...forms(term, anywhere), ...[...term.named.map(fieldToken), ...term.named.map(mentionedToken)].map(exact)],
})

function subsetsOf<T>(all: T[], size: number): T[][] {
  if (size === 0) return [[]]
  return all.flatMap((first, index) => subsetsOf(all.slice(index + 1), size - 1).map((rest) => [first, ...rest]))
}

/** Conditions of words, or one for as many of them as are required. */
const enough = (words: Condition[], { required = words.length }: Terms): Condition[] =>
  required >= words.length ? words : [{ any: subsetsOf(words, required).map((all) => ({ all })) }]

const wordsOf = (phrases: string[]) => phrases.flatMap((phrase) => phrase.split(' '))

/** Conditions of every hit: the filters by author and category. */
const always = ({ fields }: Terms): Condition[] => fields.map((ids) => ({ any: ids.map(fieldToken).map(exact) }))

const hitWith = (words: Condition[], terms: Terms): Condition => ({
  all: [...always(terms), ...wordsOf(terms.phrases).map(exact), ...words],
  without: terms.excludedWords.map(exact),
})

/** All documents that are found. */
export const anyHit = (terms: Terms) => hitWith(enough(terms.words.map(inAnyPlace), terms), terms)

/** Ranks of hits: all words in the title, all words in the text, related words in the title, related words. */
export const ranks = 4

/**
 * The hits of a kind by their rank, from the best on; undefined where a kind has none. Words are there as they are typed, or
 * as related ones: with the same beginning or stem, or in the name of the author or the category.
 */
export function hitsByRank(kind: DocumentKind, terms: Terms): (Condition | undefined)[] {
  const all = anyHit(terms)
  const phraseWords = wordsOf(terms.phrases)
  if (terms.words.length + phraseWords.length === 0) return [undefined, undefined, undefined, all]
  const inPlace = (place: Place, condition: (term: Term) => Condition) => ({
    all: [...enough(terms.words.map(condition), terms), ...phraseWords.map(place).map(exact)],
  })
  const typed = inPlace(anywhere, ({ word }) => exact(word))
  const hit = (best: Condition, better: Condition[]): Condition => ({
    all: [...always(terms), best],
    without: [...terms.excludedWords.map(exact), ...better],
  })
  // a hit with all words as they are is one of `all`, so that beginnings need not be looked up
  if (!kindsWithTitle.includes(kind)) return [undefined, hit(typed, []), undefined, { all: [all], without: [typed] }]
  const titled = inPlace(titleToken, ({ word }) => exact(titleToken(word)))
  const related = inPlace(titleToken, inTitle)
  return [hit(titled, []), hit(typed, [titled]), hit(related, [typed]), { all: [all], without: [typed, related] }]
}
