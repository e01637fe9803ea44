import { linkToken } from '../content/link-tokens.ts'
import { showMentions, withoutCutMention } from './mentions.ts'

/** A text, or its beginning, as one line without Markdown's most frequent signs: a parser would be slow for a whole list. */
export const plainLine = (markdown: string) =>
  withoutCutMention(showMentions(markdown))
    .replace(linkToken, '$3')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-+*]|\d{1,9}[.)])[ \t]+/gm, '')
    .replace(/\*\*|__|~~|`+/g, '')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
