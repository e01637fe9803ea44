import { splitAtBudget } from './budget/source-budget.ts'
import { escapeTokens } from './plugins/token-placeholders.ts'

/** On a Mac with a Spanish keyboard Alt, which `#` needs, makes the space after it a hard one. */
const hardSpaceAfterMarker = /^([ \t>]*(?:#{1,6}|[-+*]|\d{1,9}[.)]))\u00a0/gm

/** What the parser reads of a text, and the rest, to be shown as typed (empty for nearly every text). */
export function parserSource(text: string): { markdown: string; rest: string } {
  const { markdown } = splitAtBudget(escapeTokens(text).replace(hardSpaceAfterMarker, '$1 '))
  return { markdown, rest: text.slice(markdown.length) }
}
