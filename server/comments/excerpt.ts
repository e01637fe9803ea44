import { plainLine } from '../../contract/markdown/plain-line.ts'
import { firstCharacters } from '../lib/first-characters.ts'

/** Characters read of an answered comment. */
export const excerptSource = 1000
const length = 120

/** The beginning of a comment as one line. */
export function commentExcerpt(content: string) {
  const text = plainLine(content)
  const first = firstCharacters(text, length)
  return first.length < text.length ? `${first.trimEnd()}…` : first
}
