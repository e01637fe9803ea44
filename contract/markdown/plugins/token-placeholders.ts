import { linkToken } from '../../content/link-tokens.ts'

// Two noncharacters, which `escapeTokens` removes from the text itself.
export const opening = '\ufdd0'
const bar = '\ufdd1'

/**
 * Replaces `{` and `|` of link tokens, which the parser would split in tables or read as Markdown. Offsets in the text stay
 * the same.
 */
export const escapeTokens = (text: string) =>
  text.replace(/[\ufdd0\ufdd1]/g, '\ufffd').replace(linkToken, (token) => opening + token.slice(1).replaceAll('|', bar))

export const unescapeTokens = (text: string) => text.replaceAll(opening, '{').replaceAll(bar, '|')
