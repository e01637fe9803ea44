import { fieldToken, titleToken } from '../../db/search/documents.ts'
import type { DocumentKind } from '../../db/search/schema.ts'
import type { Condition } from '../../db/search/search.ts'
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
const beginning = (token: string, { word }: SearchWord): Condition => ({
  ...{ token, isBeginning: [...word].length >= minBeginning },
})
const inTitle = ({ word, stems }: SearchWord): Condition => ({
  any: [beginning(titleToken(word), { word, stems }), ...stems.map((stem) => exact(titleToken(stem)))],
})
const anywhere = (term: Term): Condition => ({
  any: [beginning(term.word, term), ...term.stems.map(exact), ...term.named.map(fieldToken).map(exact)],
})

/** All documents of a kind that are found. */
export function anyHit(kind: DocumentKind, { words, phrases, excludedWords, fields }: Terms): Condition {
  const phraseWords = phrases.flatMap((phrase) => phrase.split(' '))
  return {
    all: [
      exact(fieldToken(kind)),
      ...fields.map((ids) => ({ any: ids.map(fieldToken).map(exact) })),
      ...phraseWords.map(exact),
      ...words.map(anywhere),
    ],
    without: excludedWords.map(exact),
  }
}

/** Ranks of hits: all words in the title, related words in the title, all words in the text, related words. */
export const ranks = 4

/**
 * The hits of a kind by their rank, from the best on; undefined where a kind has none. Words are there as they are typed, or
 * as related ones: with the same beginning or stem, or in the name of the author or the category.
 */
export function hitsByRank(kind: DocumentKind, terms: Terms): (Condition | undefined)[] {
  const { words, phrases } = terms
  const exactWords = [...words.map(({ word }) => word), ...phrases.flatMap((phrase) => phrase.split(' '))]
  const all = anyHit(kind, terms)
  if (exactWords.length === 0) return [undefined, undefined, undefined, all]
  const better: Condition[] = [
    ...(kindsWithTitle.includes(kind)
      ? [
          { all: exactWords.map((word) => exact(titleToken(word))) },
          {
            all: [
              ...words.map(inTitle),
              ...phrases
                .flatMap((phrase) => phrase.split(' '))
                .map(titleToken)
                .map(exact),
            ],
          },
        ]
      : []),
    { all: exactWords.map(exact) },
  ]
  const conditions = better.map((one, index): Condition => ({ all: [all, one], without: better.slice(0, index) }))
  const missing: undefined[] = Array.from({ length: ranks - 1 - better.length })
  return [...missing, ...conditions, { all: [all], without: better }]
}
