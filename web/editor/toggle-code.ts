import { linesOf } from './lines.ts'
import { marks } from './spans.ts'
import { toggleMark } from './toggle-mark.ts'
import { replaced, type Written } from './written.ts'

const fence = /^[ \t]*(`{3,}|~{3,})/

/** Code within a line, or a fenced block of the selected lines. */
export function toggleCode(written: Written): Written {
  const { from, to, lines } = linesOf(written)
  if (lines.length === 1) return toggleMark(written, marks.code)
  const { text } = written
  const isFenced = fence.test(lines[0] ?? '') && fence.test(lines.at(-1) ?? '')
  if (isFenced) {
    const by = lines.slice(1, -1).join('\n')
    return { text: replaced(text, { from, to, by }), start: from, end: from + by.length }
  }
  const inside = lines.join('\n')
  const longest = Math.max(2, ...(inside.match(/`{3,}/g) ?? []).map(({ length }) => length))
  const sign = '`'.repeat(longest + 1)
  const by = `${sign}\n${inside}\n${sign}`
  return { text: replaced(text, { from, to, by }), start: from, end: from + by.length }
}
