import { pageBreak } from '../file-texts/page-texts.ts'
import { linkName } from '../files/names.ts'
import { joinedParagraphs, plainText, withoutCutSigns } from '../markdown/plain-text.ts'
import { type SearchWord, searchText, searchWords } from '../search/words.ts'
import { beginningWith } from './pattern.ts'

/** In UTF-16 units: before the first match, and altogether. */
const lead = 60
const length = 220
/** UTF-16 units of Markdown before that: the parser reads a paragraph from its beginning, unless that is farther away. */
const maxBefore = 200
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

/** A text as a line with readable addresses. */
const toLine = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => (isAddress(word) ? linkName(word) : word))
    .join(' ')

interface Excerpt {
  excerpt: string
  marks: [number, number][]
}

const fence = /^ {0,3}(`{3,}|~{3,})/gm
const tableHead = /^.*\|.*\n[ \t]*\|?[ \t]*:?-[-:| \t]*\n/

/** A part of Markdown that begins before a place in it and can be read by itself: after the beginning of its code or table. */
function partAround(source: string, place: number, end: number) {
  const paragraph = source.lastIndexOf('\n\n', place) + 1
  const isLong = place - paragraph > maxBefore
  const [head] = (isLong && tableHead.exec(source.slice(paragraph, paragraph + maxBefore).trimStart())) || []
  const earliest = place - maxBefore
  const begin = isLong ? (head ? source.indexOf('\n', earliest) + 1 : wordBoundary(source, earliest)) : paragraph
  const fences = /```|~~~/.test(source) ? [...source.slice(0, begin).matchAll(fence)] : []
  const openFence = fences.length % 2 === 1 ? `${fences.at(-1)?.[1]}\n` : ''
  const part = source.slice(begin, end)
  return { begin, part: (head ?? openFence) + (end < source.length ? withoutCutSigns(part) : part) }
}

const signs = /[*~`[]+|\]\([^()\s]*\)/g

/** The first match in a text; in Markdown perhaps of a word as it is read. */
function firstMatch(text: string, matchesIn: Matcher, isMarkdown: boolean): number {
  const [first] = matchesIn(text).next().value ?? []
  if (first !== undefined || !isMarkdown) return first ?? 0
  for (const { paragraph, index } of joinedParagraphs(text)) {
    // parsing all would take long
    if (!/&#?\w/.test(paragraph) && matchesIn(paragraph.replace(signs, '')).next().done) continue
    const [place] = matchesIn(plainText(paragraph)).next().value ?? []
    if (place !== undefined) return index + place
  }
  return 0
}

/** A line of a text, in NFC, around its first match, with the places of the matches in it. */
export function excerptAround(text: string, matchesIn: Matcher, { isMarkdown }: { isMarkdown: boolean }): Excerpt {
  const first = firstMatch(text, matchesIn, isMarkdown)
  const place = Math.max(0, first - lead)
  // parsing is slow: of a text with many signs the line is shorter
  const end = first + length
  const { begin, part } = isMarkdown
    ? partAround(text, place, end)
    : { begin: wordBoundary(text, place), part: text.slice(wordBoundary(text, place), end) }
  const line = toLine(isMarkdown ? plainText(part, text) : part)
  const [at = 0] = matchesIn(line).next().value ?? []
  const from = wordBoundary(line, Math.max(0, at - lead))
  const shown = line.slice(from)
  const cut = shown.length > length ? shown.slice(0, shown.lastIndexOf(' ', length) + 1 || length).trimEnd() : shown
  const isCut = cut.length < shown.length || end < text.length
  const excerpt = `${begin + from > 0 ? '… ' : ''}${cut.toWellFormed()}${isCut ? ' …' : ''}`
  return { excerpt, marks: [...matchesIn(excerpt)] }
}

/** The same of the page of a file with the first match, and the number of that page; undefined without a match. */
export function excerptOfPages(content: string, matchesIn: Matcher): (Excerpt & { page: number }) | undefined {
  const [first] = matchesIn(content).next().value ?? []
  if (first === undefined) return undefined
  const end = content.indexOf(pageBreak, first)
  const text = content.slice(content.lastIndexOf(pageBreak, first) + 1, end === -1 ? undefined : end)
  return {
    ...excerptAround(text, matchesIn, { isMarkdown: false }),
    page: content.slice(0, first).split(pageBreak).length,
  }
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
