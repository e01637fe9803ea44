// Regular expressions that find words in long texts, where reading word by word would take too long.
import { searchText } from '../words.ts'

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
/** Of a word as the index has it: letters, digits or emoji. */
const patternOf = (word: string) =>
  [...word].map((letter) => (variants.has(letter) ? `[${variants.get(letter)}]` : letter)).join('')

/** Words of a text that begin with one of these. */
export const beginningWith = (words: string[]) =>
  new RegExp(`(?<!${wordCharacter})(?:${words.map(patternOf).join('|')})${wordCharacter}*`, 'giu')

/** A phrase as the index has it: its words, one after the other. */
export const phrasePattern = (phrase: string) =>
  new RegExp(
    `(?<!${wordCharacter})${phrase.split(' ').map(patternOf).join('[^\\p{L}\\p{N}]+')}(?!${wordCharacter})`,
    'iu',
  )
