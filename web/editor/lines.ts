import { prefixOf } from './line-prefix.ts'
import { lineEnd, lineStart, replaced, type Written } from './written.ts'

/** The whole lines that the selection touches; one that it only reaches the beginning of isn't touched. */
export function linesOf({ text, start, end }: Written) {
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const from = lineStart(text, start)
  const to = lineEnd(text, last)
  return { from, to, lines: text.slice(from, to).split('\n') }
}

/** Several lines stay selected; a caret, or a selection within one line, stays at its words. */
function changeLines(written: Written, lines: string[]): Written {
  const { from, to, lines: old } = linesOf(written)
  const by = lines.join('\n')
  const text = replaced(written.text, { from, to, by })
  if (lines.length > 1) return { text, start: from, end: from + by.length }
  const shift = by.length - (old[0] ?? '').length
  const moved = (at: number) => Math.min(Math.max(at + shift, from), from + by.length)
  return { text, start: moved(written.start), end: moved(written.end) }
}

/** Makes items of the lines, changes the sort of their list, or takes the list off them. */
export function toggleList(written: Written, kind: 'bullets' | 'numbers'): Written {
  const { lines } = linesOf(written)
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
  return changeLines(written, lines.map(change))
}

const quoteSign = /^([ \t]*)>[ \t]?/

/** Quotes the lines, or takes one level of quoting off them. */
export function toggleQuote(written: Written): Written {
  const { lines } = linesOf(written)
  const isOn = lines.every((line) => quoteSign.test(line))
  const quoted = (line: string) => (line || lines.length === 1 ? `> ${line}` : '>')
  return changeLines(
    written,
    lines.map((line) => (isOn ? line.replace(quoteSign, '$1') : quoted(line))),
  )
}
