import { linkToken } from '../../../contract/content/link-tokens.ts'
import { pageBreak } from '../../file-texts/page-texts.ts'
import { type SearchWord, searchText, searchWords } from '../words.ts'
import { beginningWith } from './pattern.ts'

/** In UTF-16 units: before the first match, and altogether. */
const lead = 60
const length = 220

const wordPattern = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu

/** Finds words as the index does, and those of phrases only as they are. */
export interface Matcher {
  /** Whether a word of a text is one of the search. */
  isMatch(word: string): boolean
  /** Words that may be of the search, in a long text. */
  candidates: RegExp | undefined
}

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
  // a stem is a little different from what its words begin with
  const stemBeginnings = [...stems].map((stem) => stem.slice(1, Math.max(4, stem.length - 2)))
  const beginnings = [...exact, ...words.map(({ word }) => word), ...stemBeginnings]
  return {
    isMatch(typed) {
      const found = known.get(typed) ?? isMatch(typed)
      known.set(typed, found)
      return found
    },
    candidates: beginnings.length === 0 ? undefined : beginningWith(beginnings),
  }
}

function* matchesIn(text: string, matches: Matcher): Generator<[number, number]> {
  for (const { 0: word, index } of text.matchAll(wordPattern))
    if (matches.isMatch(word)) yield [index, index + word.length]
}

/** A part of a text of Markdown as a line: without its signs, and with the labels of links. */
const plainLine = (source: string) =>
  source
    .replace(linkToken, '$3')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/[*_~`#>|[\]{}\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

interface Excerpt {
  excerpt: string
  marks: [number, number][]
}

/** The same of what is written in a file, with the number of the page; undefined if no word is there. */
export function excerptOfPages(content: string, matches: Matcher): (Excerpt & { page: number }) | undefined {
  if (!matches.candidates) return undefined
  for (const { 0: word, index } of content.matchAll(matches.candidates)) {
    if (!matches.isMatch(word)) continue
    const page = content.slice(0, index).split(pageBreak)
    const start = index - (page.at(-1)?.length ?? 0)
    const end = content.indexOf(pageBreak, index)
    const text = content.slice(start, end === -1 ? undefined : end)
    return { ...excerptAround(text, matches, index - start), page: page.length }
  }
  return undefined
}

/** A line of a text around its first match, with the places of the matches in it. */
export function excerptAround(
  source: string,
  matches: Matcher,
  first = matchesIn(source, matches).next().value?.[0] ?? 0,
): Excerpt {
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

const maxMarkedWords = 5

/** Different words that are marked in an excerpt, in small letters. */
export const markedWords = ({ excerpt, marks }: Excerpt) =>
  [...new Set(marks.map(([start, end]) => excerpt.slice(start, end).toLowerCase()))].slice(0, maxMarkedWords)
