// Conditions of the index: of a word, and of the lists and pickers, which ask the same index as the search over everything.
import type { Db } from '../db/schema.ts'
import type { Condition } from '../db/search/search.ts'
import { beginningLengths, beginningToken, describedToken, fieldToken, titleToken } from '../db/search/tokens.ts'
import { idsNamed } from './names.ts'
import { listUserNames } from './queries.ts'
import { type SearchWord, searchWords } from './words.ts'

/** A part of a document that the index tells from others: a token as it is there. */
export type Place = (token: string) => string

export const anywhere: Place = (token) => token

export const exact = (token: string): Condition => ({ token })

/** A word in a place: as it is, as the beginning of one, or by its stem. */
export function formsOf({ word, stems }: SearchWord, place: Place): Condition[] {
  const hasToken = beginningLengths.includes([...word].length)
  return [
    ...(hasToken
      ? [exact(place(word)), exact(place(beginningToken(word)))]
      : [{ token: place(word), isBeginning: true }]),
    ...stems.map(place).map(exact),
  ]
}

const allOf = (q: string | undefined, conditionOf: (word: SearchWord) => Condition[]): Condition | undefined => {
  const words = searchWords(q)
  return words.length === 0 ? undefined : { all: words.map((word) => ({ any: conditionOf(word) })) }
}

/** Posts with all words of a search in the title, the content or the name of the author; undefined for a search without words. */
export async function postsWith(db: Db, q: string | undefined): Promise<Condition | undefined> {
  const users = q ? await listUserNames(db) : []
  return allOf(q, (word) => [...formsOf(word, anywhere), ...idsNamed(users, [word.word]).map(fieldToken).map(exact)])
}

/** Files with all words of a search in the name or the description, whatever is written inside. */
export const filesWith = (q: string | undefined): Condition | undefined =>
  allOf(q, (word) => [titleToken, describedToken].flatMap((place) => formsOf(word, place)))
