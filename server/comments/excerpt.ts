import { linkToken } from '../../contract/content/link-tokens.ts'
import { showMentions } from '../../contract/markdown/mentions.ts'
import { firstCharacters } from '../lib/first-characters.ts'

/** Characters read of an answered comment. */
export const excerptSource = 1000
const length = 120

/** The beginning of a comment as one line, without Markdown's most frequent signs: a parser would be slow for a whole list. */
export function commentExcerpt(content: string) {
  const text = showMentions(content)
    .replace(linkToken, '$3')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-+*]|\d{1,9}[.)])[ \t]+/gm, '')
    .replace(/\*\*|__|~~|`+/g, '')
    .replace(/(?<![\p{L}\p{N}*])\*([^*\n]+)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  const first = firstCharacters(text, length)
  return first.length < text.length ? `${first.trimEnd()}…` : first
}
