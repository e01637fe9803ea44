import { limits } from '../../contract/limits.ts'

/** Longer than any searched word; PostgreSQL refuses words over 2 KB. */
const maxWordLength = 60
/** In UTF-16 units; compatibility forms make a text longer, and PostgreSQL indexes 1 MB. */
const maxTextLength = 250_000

/**
 * Normalizes a text for searching: lower case, no accents or signs, one space between words. Both databases store this
 * form.
 */
export const searchText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => (word.length > maxWordLength ? [...word].slice(0, maxWordLength).join('') : word))
    .join(' ')
    .slice(0, maxTextLength)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim()

const maxWords = 8

/** Words of a search; each must begin a word of the text. */
export const searchWords = (search: string | undefined): string[] =>
  search === undefined
    ? []
    : [...new Set(searchText(search.slice(0, limits.search)).split(' ').filter(Boolean))].slice(0, maxWords)
