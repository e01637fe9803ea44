import { linkToken } from '../../content/link-tokens.ts'
import { mentionToken } from '../mentions.ts'

// Noncharacters, which `escapeTokens` removes from the text itself.
export const opening = '\ufdd0'
const bar = '\ufdd1'
export const mentionOpening = '\ufdd2'

const tokens = new RegExp(`${linkToken.source}|${mentionToken.source}`, 'gi')

/**
 * Replaces the first sign and `|` of link tokens and mentions, which the parser would split in tables or read as Markdown.
 * Offsets in the text stay the same.
 */
export const escapeTokens = (text: string) =>
  text
    .replace(/[\ufdd0-\ufdd2]/g, '\ufffd')
    .replace(tokens, (token) => (token[0] === '@' ? mentionOpening : opening) + token.slice(1).replaceAll('|', bar))

export const unescapeTokens = (text: string) =>
  text.replaceAll(opening, '{').replaceAll(mentionOpening, '@').replaceAll(bar, '|')
