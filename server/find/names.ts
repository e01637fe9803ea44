// People, categories and pages: found by their names, and what a word or a filter stands for.
import { placeOf } from '../../contract/content/places.ts'
import type { Hit } from '../../contract/search.ts'
import { toSearchName } from '../db/name-key.ts'
import type { Db } from '../db/schema.ts'
import { maxBeginning } from '../db/search/tokens.ts'
import { listLongerWords } from '../db/search/words.ts'
import { type SearchWord, searchText } from '../search/words.ts'
import { minBeginning, type Terms } from './conditions.ts'
import { namedPages } from './named-pages.ts'
import type { Search } from './parse.ts'
import { listNames } from './queries.ts'

/** People and categories that a word or a filter stands for: more have no room in a search of PostgreSQL. */
const maxIds = 200
/** Words that begin with one of the search: more are looked up by the index itself. */
const maxLonger = 64

type Names = Awaited<ReturnType<typeof readNames>>

/** Names of people and categories with the words by which they are found. */
export async function readNames(db: Db, wordsOfNames: Map<string, string>) {
  const { users, categories } = await listNames(db)
  // most are as they were in the search before
  if (wordsOfNames.size > 2 * (users.length + categories.length)) wordsOfNames.clear()
  function withWords<T extends { name: string }>(named: T) {
    const words = wordsOfNames.get(named.name) ?? ` ${searchText(toSearchName(named.name))}`
    wordsOfNames.set(named.name, words)
    return { ...named, words }
  }
  return { users: users.map(withWords), categories: categories.map(withWords) }
}

const isNamed = (named: { words: string }, beginnings: string[]) =>
  beginnings.every((beginning) => named.words.includes(` ${toSearchName(beginning)}`))

/** What the words and filters stand for; undefined if a filter fits nothing. */
export async function readTerms(db: Db, search: Search, { users, categories }: Names): Promise<Terms | undefined> {
  const idsNamed = (named: { id: string; words: string }[], name: string) =>
    named
      .filter((one) => isNamed(one, name.split(' ')))
      .slice(0, maxIds)
      .map(({ id }) => id)
  const fields = [
    ...(search.authors.length === 0 ? [] : [search.authors.flatMap((name) => idsNamed(users, name))]),
    ...(search.categories.length === 0 ? [] : [search.categories.flatMap((name) => idsNamed(categories, name))]),
    ...(search.author_id === undefined ? [] : [[search.author_id]]),
    ...(search.category_id === undefined ? [] : [[search.category_id]]),
  ]
  if (fields.some((ids) => ids.length === 0)) return undefined
  const words = await Promise.all(
    search.words.map(async (word) => ({
      ...word,
      named: word.word.length < minBeginning ? [] : idsNamed([...users, ...categories], word.word),
      longer: [...word.word].length > maxBeginning ? await listLongerWords(db, word.word, maxLonger) : undefined,
    })),
  )
  return { words, phrases: search.phrases, excludedWords: search.excludedWords, fields }
}

const noText = { excerpt: '', marks: [], author_name: null, at: null, thumb_url: null }

/** People, categories and pages in whose names all words are. */
export function namedHits(search: Search, { users, categories }: Names, isAdmin: boolean): Hit[] {
  const words = [...search.words.map(({ word }) => word), ...search.phrases.flatMap((phrase) => phrase.split(' '))]
  const fits = (one: { words: string }) =>
    isNamed(one, words) && !search.excludedWords.some((word) => isNamed(one, [word]))
  return [
    ...users
      .filter((user) => user.deactivated_at === null && user.deleted_at === null && fits(user))
      .map(({ id, name }): Hit => ({ ...noText, kind: 'person', id, title: name, path: placeOf.writings({ id }) })),
    ...categories.filter(fits).map(
      ({ id, name, description }): Hit => ({
        ...{ ...noText, excerpt: description ?? '' },
        ...{ kind: 'category', id, title: name, path: placeOf.category({ id }) },
      }),
    ),
    ...pagesFor(isAdmin)
      .filter(({ called }) => hasWords(search, called))
      .map(toHit),
  ]
}

/** Pages that people who type these words may look for, although they aren't called so. */
export const relatedPages = (search: Search, isAdmin: boolean): Hit[] =>
  pagesFor(isAdmin)
    .filter(({ called, foundBy }) => !hasWords(search, called) && hasWords(search, foundBy))
    .map(toHit)

/** Pages with most of these words, and how many they have. */
export function pagesOfMostWords(search: Search, isAdmin: boolean): { count: number; hits: Hit[] } {
  const counted = pagesFor(isAdmin)
    .filter(({ foundBy }) => hasWords({ ...search, words: [] }, foundBy))
    .map((page) => ({ page, count: search.words.filter((word) => isIn(word, page.foundBy.tokens)).length }))
  const most = Math.max(0, ...counted.map(({ count }) => count))
  const best = counted.filter(({ count }) => count === most && count > 0)
  return { count: most, hits: best.map(({ page }) => toHit(page)) }
}

const pagesFor = (isAdmin: boolean) => namedPages.filter(({ role }) => isAdmin || role !== 'admin')

const toHit = ({ title, path }: (typeof namedPages)[number]): Hit => ({
  ...{ ...noText, kind: 'page', id: title, title, path },
})

const isIn = ({ word, stems }: SearchWord, tokens: string[]) =>
  tokens.some((token) => (word.length > 1 ? token.startsWith(word) : token === word) || stems.includes(token))

function hasWords({ words, phrases, excludedWords }: Search, { text, tokens }: { text: string; tokens: string[] }) {
  return (
    words.every((word) => isIn(word, tokens)) &&
    phrases.every((phrase) => ` ${text} `.includes(` ${phrase} `)) &&
    !excludedWords.some((word) => tokens.includes(word))
  )
}
