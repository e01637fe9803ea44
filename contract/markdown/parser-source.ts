import { splitAtBudget } from './budget/source-budget.ts'
import { escapeTokens } from './plugins/token-placeholders.ts'

/** The beginnings of headings, items and tasks, and the line below the head of a table. */
const markers =
  /^[ \t>]*(?:#{1,6}|[-+*]|\d{1,9}[.)])[ \u00a0](?:\[[ xX\u00a0]\][ \u00a0])?|^[ \t>:\u00a0-]*\|[ \t>|:\u00a0-]*$/gm

/** On a Mac with a Spanish keyboard Alt, which `#`, `[` and `|` need, makes the space after them a hard one. */
export const softenMarkers = (text: string) => text.replace(markers, (marker) => marker.replaceAll('\u00a0', ' '))

/** Part of a text for the parser, and the rest, to be shown as typed (empty for nearly every text). */
export function parserSource(text: string): { markdown: string; rest: string } {
  const { markdown } = splitAtBudget(softenMarkers(escapeTokens(text)))
  return { markdown, rest: text.slice(markdown.length) }
}
