// Names of people and categories are found by the beginnings of their words, and not by the index: they are few, and change.
import { toSearchName } from '../db/name-key.ts'
import { searchText } from './words.ts'

/** Words of the last names: most are as they were in the search before. */
const knownWords = new Map<string, string>()
const maxKnownWords = 20_000

/** Words of a name, with a space before each; ñ is found as n. */
function wordsOfName(name: string): string {
  const known = knownWords.get(name)
  if (known !== undefined) return known
  const words = ` ${searchText(toSearchName(name))}`
  if (knownWords.size === maxKnownWords) knownWords.clear()
  knownWords.set(name, words)
  return words
}

/** Test of a name: each of these words begins one of its words. */
export function nameTest(words: string[]): (name: string) => boolean {
  const beginnings = words.map((word) => ` ${toSearchName(word)}`)
  return (name) => beginnings.every((beginning) => wordsOfName(name).includes(beginning))
}

/** People and categories that a word or a filter stands for: more have no room in a search of PostgreSQL. */
const maxIds = 200

/** Ids of those in whose names all words are. */
export function idsNamed(named: { id: string; name: string }[], words: string[]): string[] {
  const isNamed = nameTest(words)
  return named
    .filter(({ name }) => isNamed(name))
    .slice(0, maxIds)
    .map(({ id }) => id)
}
