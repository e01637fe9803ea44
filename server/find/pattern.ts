// Regular expressions that find words in long texts, where reading word by word would take too long.
import { searchText } from '../search/words.ts'

/** Letters of which the index has the same plain one, such as á and Ä for a; not ñ, which is a letter. */
const variants = new Map<string, string>()
for (const [first, last] of [
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
] as const)
  for (let code = first; code <= last; code++) {
    const letter = String.fromCodePoint(code)
    const plain = searchText(letter)
    if (plain.length === 1 && plain !== letter.toLowerCase())
      variants.set(plain, (variants.get(plain) ?? plain) + letter)
  }

const wordCharacter = '[\\p{L}\\p{N}\\p{M}]'
/** Pattern of a word as the index has it: letters, digits or emoji. */
const patternOf = (word: string) =>
  [...word].map((letter) => (variants.has(letter) ? `[${variants.get(letter)}]` : letter)).join('')

/** Words of a text that begin with one of these. */
export const beginningWith = (words: string[]) =>
  new RegExp(`(?<!${wordCharacter})(?:${words.map(patternOf).join('|')})${wordCharacter}*`, 'giu')

/** Only the beginning of a longer phrase is looked for, and the rest compared: long expressions take long to be made. */
const maxPatternLength = 80

/** Finds a phrase, given as the index has it: its words, one after the other. */
export function phraseFinder(phrase: string): (text: string) => boolean {
  const head = phrase.length > maxPatternLength ? phrase.slice(0, phrase.indexOf(' ', maxPatternLength) >>> 0) : phrase
  const words = head.split(' ').map(patternOf).join('[^\\p{L}\\p{N}]+')
  const pattern = new RegExp(`(?<!${wordCharacter})${words}(?!${wordCharacter})`, 'giu')
  if (head === phrase) return (text) => text.search(pattern) !== -1
  const isAt = (text: string, index: number) =>
    ` ${searchText(text.slice(index, index + 3 * phrase.length))} `.startsWith(` ${phrase} `)
  return (text) => [...text.matchAll(pattern)].some(({ index }) => isAt(text, index))
}
