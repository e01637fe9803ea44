import { stemmer } from '@orama/stemmers/spanish'
import { limits } from '../../contract/limits.ts'
import { withWholeWords } from '../../contract/text/invisible.ts'
import { beginningsOf } from '../db/search/tokens.ts'

/** Longer than any searched word; PostgreSQL refuses words over 2 KB. */
const maxWordLength = 60
/** In UTF-16 units; compatibility forms make a text longer, and PostgreSQL indexes 1 MB. */
const maxTextLength = 250_000

const pieceLength = 5000

/** Marks of letters, but for the tilde of ñ, which is a letter. */
const marks = /(?<![nN])\u0303|[^\P{M}\u0303]/gu

/**
 * Compatibility form of a text without accents but that of ñ, of about `maxTextLength`. Made in pieces, as one sign can
 * become eighteen letters: the text after that length is left out.
 */
function decompose(text: string) {
  let decomposed = ''
  for (let start = 0, end = 0; start < text.length && decomposed.length < maxTextLength; start = end) {
    end = start + pieceLength
    // a surrogate pair stays together
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++
    // a letter stays together with its accents
    while (/^\p{M}/u.test(text.slice(end, end + 1))) end++
    decomposed += text
      .slice(start, end)
      .normalize('NFKD')
      .replace(marks, '')
      .replace(/n\u0303/gi, (letter) => (letter.startsWith('n') ? 'ñ' : 'Ñ'))
  }
  return decomposed
}

/** A word, or some emoji without anything between them. */
const normalizedWord = /\p{Extended_Pictographic}{1,100}|[\p{L}\p{N}]+/gu
const beginsWithEmoji = /^\p{Extended_Pictographic}/u

const normalizedWords = (text: string): string[] =>
  decompose(withWholeWords(text)).toLowerCase().match(normalizedWord) ?? []

/** Each emoji is a word. */
function wordsIn(word: string): Iterable<string> {
  if (beginsWithEmoji.test(word)) return new Set(word)
  return [word.length > maxWordLength ? [...word].slice(0, maxWordLength).join('') : word]
}

/** Normalizes a text for searching: lower case, no signs, no accents but that of ñ, one space between words. */
export const searchText = (text: string) =>
  normalizedWords(text)
    .flatMap((word) => [...wordsIn(word)])
    .join(' ')
    .slice(0, maxTextLength)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim()

const spanishWord = /^[a-záéíóúüñ]{3,40}$/
const withoutAccents = (word: string) =>
  word.replace(/[áéíóúü]/g, (letter) => 'aeiouu'.charAt('áéíóúü'.indexOf(letter)))
/** Maximum of different words of a text that get stems; further ones have none. */
const maxStemmedWords = 5000
/** Begins each stem, to tell it from a word; FTS5 takes it for a letter. */
const stemMark = '§'

/** Snowball leaves the plurals of short words as they are (*años*, *voces*), and z apart from c. */
const stemOf = (word: string) =>
  stemMark +
  withoutAccents(stemmer(word))
    .replace(/(?<=[aeo])s$/, '')
    .replace(/z$/, 'c')

/**
 * Stems of a word, by Snowball: people leave out accents, which its rules need, so that a word has the stem with its
 * accents and that without. None for words that can't be Spanish.
 */
function stemsOf(word: string): string[] {
  const known = knownStems.get(word)
  if (known) return known
  if (!spanishWord.test(word)) return []
  const plain = withoutAccents(word)
  const stems = plain === word ? [stemOf(word)] : [...new Set([stemOf(word), stemOf(plain)])]
  if (knownStems.size === maxKnownStems) knownStems.clear()
  knownStems.set(word, stems)
  return stems
}

/** Stems of the last words: most words of a text are in others too. */
const knownStems = new Map<string, string[]>()
const maxKnownStems = 20_000

/** A word with its accents, or emoji. */
const typedWord = /\p{Extended_Pictographic}+|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

const wordsOf = (text: string): string[] => withWholeWords(text).normalize('NFC').toLowerCase().match(typedWord) ?? []

const stemsOfText = (text: string) => [
  ...new Set([...new Set(wordsOf(text))].slice(0, maxStemmedWords).flatMap(stemsOf)),
]

/** The different words of a text, and their stems. */
export const tokensOf = (text: string) => [
  ...new Set([...new Set(normalizedWords(text))].flatMap((word) => [...wordsIn(word)])),
  ...stemsOfText(text),
]

/** Bytes of the words and stems of all pages: about those of a thick book, and less than a tenth of a second for the index. */
const maxTokenBytes = 150_000

/** Tokens of a text of many pages with the beginnings of its words, as far as an index has room for them. */
export function tokensOfPages(pages: string[]): string[] {
  const tokens = new Set<string>()
  let bytes = 0
  for (const piece of piecesOf(pages))
    for (const token of tokensOf(piece)) {
      if (tokens.has(token)) continue
      bytes += Buffer.byteLength(token) + 1
      if (bytes > maxTokenBytes) return withBeginnings([...tokens])
      tokens.add(token)
    }
  return withBeginnings([...tokens])
}

/** Words and stems with the beginnings of the words. */
export const withBeginnings = (tokens: string[]) => [
  ...tokens,
  ...beginningsOf(tokens.filter((token) => !token.startsWith(stemMark))),
]

function* piecesOf(pages: string[]) {
  for (const page of pages)
    for (let start = 0, end = 0; start < page.length; start = end) {
      end = endOfPiece(page, start)
      yield page.slice(start, end)
    }
}

/** At a space, if there is one. */
function endOfPiece(text: string, start: number) {
  const length = 50_000
  if (start + length >= text.length) return text.length
  const space = Math.max(text.lastIndexOf(' ', start + length), text.lastIndexOf('\n', start + length))
  return space > start ? space + 1 : start + length
}

export const suggestedWord = /^\p{L}{4,30}$/u
const plainWord = /^[a-zñ]+$/

/** Words of a text that may be suggested to somebody who mistyped them, as in the index and as they are written. */
export const suggestedWords = (text: string) =>
  [...new Set(wordsOf(text))]
    .filter((typed) => suggestedWord.test(typed))
    .map((typed) => ({ word: plainWord.test(typed) ? typed : searchText(typed), typed }))

/** A word of a search, which begins a word of the text, or whose stem is that of one. */
export interface SearchWord {
  word: string
  stems: string[]
}

/** Words of a search; each must be found in a text. */
export function searchWords(
  search = '',
  max: { length: number; words: number } = { length: limits.search, words: 8 },
): SearchWord[] {
  const found = new Map<string, SearchWord>()
  for (const typed of wordsOf(search.slice(0, max.length)))
    for (const word of searchText(typed).split(' ').filter(Boolean)) found.set(word, { word, stems: stemsOf(typed) })
  return [...found.values()].slice(0, max.words)
}
