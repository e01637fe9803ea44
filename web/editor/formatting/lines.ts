import { applyEdit, type TextState } from '../editor-handle.ts'

export const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1

export function lineEnd(text: string, at: number) {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

const head = /^[\p{L}\p{N}_]*/u
const tail = /[\p{L}\p{N}_]*$/u

/** Range of the word at the caret; empty between words. */
export function wordAt(text: string, at: number) {
  const before = text.slice(lineStart(text, at), at)
  const after = text.slice(at, lineEnd(text, at))
  return { from: at - (tail.exec(before)?.[0].length ?? 0), to: at + (head.exec(after)?.[0].length ?? 0) }
}

/** True inside a fenced code block, where nothing is Markdown. */
export function isInFence(text: string, at: number) {
  const above = text.slice(0, lineStart(text, at))
  return (above.match(/^[ \t]*(?:>[ \t]?)*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1
}

/** The Markdown before a line's text: quote markers, list marker, task box. */
interface Prefix {
  quote: string
  /** `-`, `*`, `+`, `1.` or `1)`; empty if the line is no list item. */
  item: string
  number: number | undefined
  gap: string
  task: string
  length: number
}

const pattern = /^([ \t]*(?:>[ \t]*)*)(?:([-*+]|(\d{1,9})[.)])([ \t\u00a0]+)(\[[ xX]\](?:[ \t]+|$))?)?/

export function prefixOf(line: string): Prefix {
  const [all = '', quote = '', item = '', number, gap = '', task = ''] = pattern.exec(line) ?? []
  return { quote, item, number: number === undefined ? undefined : Number(number), gap, task, length: all.length }
}

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

/** Enter in a list item or quote: the next item, or the end of the list if the item is empty. Undefined elsewhere. */
export function continueList({ text, start, end }: TextState): TextState | undefined {
  const from = lineStart(text, start)
  const line = text.slice(from, start)
  const { quote, item, number, gap, task, length } = prefixOf(text.slice(from, lineEnd(text, start)))
  const isQuote = quote.includes('>')
  if ((!item && !isQuote) || line.length < length || isInFence(text, start)) return

  const rest = text.slice(end, lineEnd(text, end))
  if (line.length === length && !rest.trim()) {
    // An empty item: its list ends, and then the quote around it. Without a blank line the next text would belong to them.
    const prefix = item && isQuote ? quote : ''
    const lineBefore = text.slice(lineStart(text, Math.max(0, from - 1)), from)
    const blankLine = /[^\s>]/.test(lineBefore) ? `${prefix}\n` : ''
    const caret = from + blankLine.length + prefix.length
    return { text: text.slice(0, from) + blankLine + prefix + text.slice(end), start: caret, end: caret }
  }
  const marker = number === undefined ? item : `${number + 1}${item.at(-1)}`
  const opening = `\n${quote}${marker}${gap}${task && '[ ] '}`
  const caret = start + opening.length
  return { text: text.slice(0, start) + opening + text.slice(end), start: caret, end: caret }
}
