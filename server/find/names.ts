// People, categories and pages: found by their names, and what a word or a filter stands for.
import { placeOf } from '../../contract/content/places.ts'
import type { Hit } from '../../contract/search.ts'
import { idsNamed, nameTest } from '../search/names.ts'
import type { SearchWord } from '../search/words.ts'
import { minBeginning, type Terms } from './conditions.ts'
import { namedPages } from './named-pages.ts'
import type { Search } from './parse.ts'
import type { listNames } from './queries.ts'

type Names = Awaited<ReturnType<typeof listNames>>

/** Conditions that words and filters stand for; undefined if a filter fits nothing. */
export function termsOf(search: Search, { users, categories }: Names): Terms | undefined {
  const fields = [
    ...(search.authors.length === 0 ? [] : [search.authors.flatMap((name) => idsNamed(users, name.split(' ')))]),
    ...(search.categories.length === 0
      ? []
      : [search.categories.flatMap((name) => idsNamed(categories, name.split(' ')))]),
    ...(search.author_id === undefined ? [] : [[search.author_id]]),
    ...(search.category_id === undefined ? [] : [[search.category_id]]),
  ]
  if (fields.some((ids) => ids.length === 0)) return undefined
  const words = search.words.map((word) => ({
    ...word,
    named: word.word.length < minBeginning ? [] : idsNamed([...users, ...categories], [word.word]),
  }))
  return { words, phrases: search.phrases, excludedWords: search.excludedWords, fields }
}

const noText = { excerpt: '', marks: [], author_name: null, at: null, thumb_url: null }

/** People, categories and pages in whose names all words are. */
export function namedHits(search: Search, { users, categories }: Names, isAdmin: boolean): Hit[] {
  const words = [...search.words.map(({ word }) => word), ...search.phrases.flatMap((phrase) => phrase.split(' '))]
  const isNamed = nameTest(words)
  const excluded = search.excludedWords.map((word) => nameTest([word]))
  const fits = ({ name }: { name: string }) => isNamed(name) && !excluded.some((isExcluded) => isExcluded(name))
  return [
    ...users
      .filter((user) => user.deactivated_at === null && user.deleted_at === null && fits(user))
      .map(({ id, name }): Hit => ({ ...noText, kind: 'person', id, title: name, path: placeOf.writings({ id }) })),
    ...categories.filter(fits).map(
      ({ id, name, description }): Hit => ({
        ...noText,
        excerpt: description ?? '',
        kind: 'category',
        id,
        title: name,
        path: placeOf.category({ id }),
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

const pagesFor = (isAdmin: boolean) => namedPages.filter(({ access }) => isAdmin || access !== 'admin')

const toHit = ({ title, path }: (typeof namedPages)[number]): Hit => ({
  ...noText,
  kind: 'page',
  id: title,
  title,
  path,
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
