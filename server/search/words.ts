import { limits } from '../../contract/limits.ts'

/** Letters of a word that are kept: longer ones are nobody's search, and PostgreSQL refuses those over 2 KB. */
const longest = 60
/** UTF-16 units of a text that are searched: compatibility forms make it longer, and PostgreSQL indexes 1 MB. */
const most = 250_000

/**
 * A text as it is searched: without case, accents and signs, its words apart by one space. Databases get it like this,
 * so that both find the same.
 */
export const searchText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => (word.length > longest ? [...word].slice(0, longest).join('') : word))
    .join(' ')
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim()

/** Words of a search that are looked at. */
const mostWords = 8

/** The words somebody searches for; each has to be found, as the beginning of a word. */
export const searchWords = (search: string | undefined): string[] =>
  search === undefined
    ? []
    : [...new Set(searchText(search.slice(0, limits.search)).split(' ').filter(Boolean))].slice(0, mostWords)
