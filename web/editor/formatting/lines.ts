import { applyEdit, lineEnd, lineStart, type TextState } from '../text-state.ts'
import { prefixOf } from './line-prefix.ts'

/** Lines of the selection; a last line selected only up to its start is excluded. */
export function linesOf({ text, start, end }: TextState) {
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const from = lineStart(text, start)
  const to = lineEnd(text, last)
  return { from, to, lines: text.slice(from, to).split('\n') }
}

/** Several lines stay selected; within one line the selection stays at its text. */
function changeLines(state: TextState, lines: string[]): TextState {
  const { from, to, lines: old } = linesOf(state)
  const by = lines.join('\n')
  const text = applyEdit(state.text, { from, to, by })
  if (lines.length > 1) return { text, start: from, end: from + by.length }
  const shift = by.length - (old[0] ?? '').length
  const moved = (at: number) => Math.min(Math.max(at + shift, from), from + by.length)
  return { text, start: moved(state.start), end: moved(state.end) }
}

/** Makes list items of the lines, changes the kind of their list, or removes it. */
export function toggleList(state: TextState, kind: 'bullets' | 'numbers'): TextState {
  const { lines } = linesOf(state)
  const isItem = (line: string) => lines.length === 1 || line.trim() !== ''
  const isListed = (line: string) => {
    const { item, number } = prefixOf(line)
    return item !== '' && (kind === 'numbers') === (number !== undefined)
  }
  const isOn = lines.filter(isItem).every(isListed)
  let count = 0
  const change = (line: string) => {
    if (!isItem(line)) return line
    const { quote, task, length } = prefixOf(line)
    const words = line.slice(length)
    if (isOn) return quote + words
    count += 1
    return `${quote}${kind === 'numbers' ? `${count}.` : '-'} ${task}${words}`
  }
  return changeLines(state, lines.map(change))
}

const quoteSign = /^([ \t]*)>[ \t]?/

export function toggleQuote(state: TextState): TextState {
  const { lines } = linesOf(state)
  const isOn = lines.every((line) => quoteSign.test(line))
  const quoted = (line: string) => (line || lines.length === 1 ? `> ${line}` : '>')
  return changeLines(
    state,
    lines.map((line) => (isOn ? line.replace(quoteSign, '$1') : quoted(line))),
  )
}
