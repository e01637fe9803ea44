import { limits } from '../../contract/limits.ts'

/** Longer than any searched word; PostgreSQL refuses words over 2 KB. */
const maxWordLength = 60
/** In UTF-16 units; compatibility forms make a text longer, and PostgreSQL indexes 1 MB. */
const maxTextLength = 250_000

const pieceLength = 5000

/**
 * Compatibility form of a text without accents, of about `maxTextLength`. Made in pieces, as one sign can become
 * eighteen letters: what comes after that length isn't looked at.
 */
function decompose(text: string) {
  let decomposed = ''
  for (let start = 0, end = 0; start < text.length && decomposed.length < maxTextLength; start = end) {
    end = start + pieceLength
    // a surrogate pair stays together
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++
    decomposed += text
      .slice(start, end)
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
  }
  return decomposed
}

/**
 * Normalizes a text for searching: lower case, no accents or signs, one space between words. Both databases store this
 * form.
 */
export const searchText = (text: string) =>
  decompose(text)
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
