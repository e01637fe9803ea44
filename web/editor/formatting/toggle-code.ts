import { applyEdit, type TextState } from '../text-state.ts'
import { inlineFormats } from './inline-formats.ts'
import { linesOf } from './lines.ts'
import { toggleInline } from './toggle-inline.ts'

const fence = /^[ \t]*(`{3,}|~{3,})/

/** Inline code within a line, a fenced block over several lines. */
export function toggleCode(state: TextState): TextState {
  const { from, to, lines } = linesOf(state)
  if (lines.length === 1) return toggleInline(state, inlineFormats.code)
  const { text } = state
  const isFenced = fence.test(lines[0] ?? '') && fence.test(lines.at(-1) ?? '')
  if (isFenced) {
    const by = lines.slice(1, -1).join('\n')
    return { text: applyEdit(text, { from, to, by }), start: from, end: from + by.length }
  }
  const inside = lines.join('\n')
  const longestRun = Math.max(2, ...(inside.match(/`{3,}/g) ?? []).map(({ length }) => length))
  const sign = '`'.repeat(longestRun + 1)
  const by = `${sign}\n${inside}\n${sign}`
  return { text: applyEdit(text, { from, to, by }), start: from, end: from + by.length }
}
