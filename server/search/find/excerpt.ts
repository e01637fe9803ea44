import { linkToken } from '../../../contract/content/link-tokens.ts'
import { pageBreak } from '../../file-texts/page-texts.ts'
import { linkName } from '../../files/names.ts'
import { type SearchWord, searchText, searchWords } from '../words.ts'
import { beginningWith } from './pattern.ts'

/** In UTF-16 units: before the first match, and altogether. */
const lead = 60
const length = 220
/** More words aren't looked for in a text. */
const maxBeginnings = 30

/** Beginnings and ends of words of a text, in NFC, that are words of a search. */
export type Matcher = (text: string) => Generator<[number, number]>

/** Words match as in the index, words of phrases only as they are. */
export function createMatcher(words: SearchWord[], phrases: string[]): Matcher {
  const exact = new Set(phrases.flatMap((phrase) => phrase.split(' ')))
  const stems = new Set(words.flatMap((word) => word.stems))
  const known = new Map<string, boolean>()
  function isMatch(typed: string) {
    const plain = searchText(typed)
    if (exact.has(plain) || words.some(({ word }) => plain.startsWith(word))) return true
    return stems.size > 0 && (searchWords(typed)[0]?.stems.some((stem) => stems.has(stem)) ?? false)
  }
  // a stem is a little different from what its words begin with
  const stemBeginnings = [...stems].map((stem) => stem.slice(1, Math.max(4, stem.length - 2)))
  const beginnings = [...words.map(({ word }) => word), ...exact, ...stemBeginnings].slice(0, maxBeginnings)
  const candidates = beginnings.length === 0 ? undefined : beginningWith(beginnings)
  return function* matchesIn(text) {
    for (const { 0: word, index } of candidates ? text.matchAll(candidates) : []) {
      const found = known.get(word) ?? isMatch(word)
      known.set(word, found)
      if (found) yield [index, index + word.length]
    }
  }
}

const isAddress = (word: string) => /^https?:\/\//.test(word)

/** A part of a text of Markdown as a line: without its signs, and with the labels of links; addresses are readable. */
const plainLine = (source: string) =>
  source
    .replace(linkToken, '$3')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .split(/\s+/)
    .map((word) => (isAddress(word) ? linkName(word) : word.replace(/[*_~`#>|[\]{}\\]+/g, ' ')))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

interface Excerpt {
  excerpt: string
  marks: [number, number][]
}

/** A line of a text around its first match, with the places of the matches in it. */
export function excerptAround(text: string, matchesIn: Matcher): Excerpt {
  const source = text.normalize('NFC')
  const [first = 0] = matchesIn(source).next().value ?? []
  const from = wordBoundary(source, Math.max(0, first - lead))
  // signs of Markdown go: twice the length is read
  const line = plainLine(source.slice(from, from + 2 * length))
  const cut = line.length > length ? line.slice(0, line.lastIndexOf(' ', length) + 1 || length).trimEnd() : line
  const isCut = cut.length < line.length || from + 2 * length < source.length
  const excerpt = `${from > 0 ? '… ' : ''}${cut.toWellFormed()}${isCut ? ' …' : ''}`
  return { excerpt, marks: [...matchesIn(excerpt)] }
}

/** The same of the page of a file with the first match, and the number of that page; undefined without a match. */
export function excerptOfPages(content: string, matchesIn: Matcher): (Excerpt & { page: number }) | undefined {
  const [first] = matchesIn(content).next().value ?? []
  if (first === undefined) return undefined
  const end = content.indexOf(pageBreak, first)
  const text = content.slice(content.lastIndexOf(pageBreak, first) + 1, end === -1 ? undefined : end)
  return { ...excerptAround(text, matchesIn), page: content.slice(0, first).split(pageBreak).length }
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
