import { linkToken } from '../../../contract/content/link-tokens.ts'
import { type SearchWord, searchText, searchWords } from '../words.ts'

/** In UTF-16 units: before the first match, and altogether. */
const lead = 60
const length = 220

const wordPattern = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu

/** Tells whether a word of a text is one of a search. */
export type Matcher = (word: string) => boolean

/** Words match as in the index, words of phrases only as they are. */
export function createMatcher(words: SearchWord[], phrases: string[]): Matcher {
  const exact = new Set(phrases.flatMap((phrase) => phrase.split(' ')))
  const stems = new Set(words.flatMap((word) => word.stems))
  const initials = new Set([...exact, ...words.map(({ word }) => word)].map((word) => word.charAt(0)))
  const known = new Map<string, boolean>()
  function isMatch(typed: string) {
    const initial = searchText(typed.slice(0, 2)).charAt(0)
    if (!initials.has(initial)) return false
    const plain = searchText(typed)
    if (exact.has(plain) || words.some(({ word }) => plain.startsWith(word))) return true
    return stems.size > 0 && (searchWords(typed)[0]?.stems.some((stem) => stems.has(stem)) ?? false)
  }
  return (typed) => {
    const found = known.get(typed) ?? isMatch(typed)
    known.set(typed, found)
    return found
  }
}

function* matchesIn(text: string, matches: Matcher): Generator<[number, number]> {
  for (const { 0: word, index } of text.matchAll(wordPattern)) if (matches(word)) yield [index, index + word.length]
}

/** A part of a text of Markdown as a line: without its signs, and with the labels of links. */
const plainLine = (source: string) =>
  source
    .replace(linkToken, '$3')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/[*_~`#>|[\]{}\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A line of a text around its first match, with the places of the matches in it. */
export function excerptAround(source: string, matches: Matcher): { excerpt: string; marks: [number, number][] } {
  const first = matchesIn(source, matches).next().value?.[0] ?? 0
  const from = wordBoundary(source, Math.max(0, first - lead))
  // signs of Markdown go: twice the length is read
  const line = plainLine(source.slice(from, from + 2 * length))
  const cut = line.length > length ? line.slice(0, line.lastIndexOf(' ', length) + 1 || length).trimEnd() : line
  const isCut = cut.length < line.length || from + 2 * length < source.length
  const excerpt = `${from > 0 ? '… ' : ''}${cut.toWellFormed()}${isCut ? ' …' : ''}`
  return { excerpt, marks: [...matchesIn(excerpt, matches)] }
}

/** The beginning of the next word. */
function wordBoundary(text: string, from: number) {
  if (from === 0) return 0
  const space = text.slice(from, from + lead).search(/\s/)
  return space === -1 ? from : from + space + 1
}
