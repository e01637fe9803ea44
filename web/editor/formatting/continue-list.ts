import { isInFence, lineEnd, lineStart, type TextState } from '../text-state.ts'
import { prefixOf } from './line-prefix.ts'

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
