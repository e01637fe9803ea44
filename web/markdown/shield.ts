import { linkToken } from '../../contract/link-tokens.ts'

// Two code points that stand for no character and are in no text that gets as far as the parser.
export const opening = '\ufdd0'
const bar = '\ufdd1'

/**
 * Marks the tokens of a text for the parser, which would cut those in tables at their bar and take the marks in their
 * labels for Markdown. No place in the text moves.
 */
export const shieldTokens = (text: string) =>
  text.replace(/[\ufdd0\ufdd1]/g, '\ufffd').replace(linkToken, (token) => opening + token.slice(1).replaceAll('|', bar))

export const unshield = (text: string) => text.replaceAll(opening, '{').replaceAll(bar, '|')
