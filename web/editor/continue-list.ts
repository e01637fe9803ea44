import { prefixOf } from './line-prefix.ts'
import { isInFence, lineEnd, lineStart, type Written } from './written.ts'

/**
 * What Enter makes of an item of a list or of a quote: the next one, or the end of the list where the item is empty.
 * Undefined where Enter is just a new line.
 */
export function continueList({ text, start, end }: Written): Written | undefined {
  const from = lineStart(text, start)
  const line = text.slice(from, start)
  const { quote, item, number, gap, task, length } = prefixOf(text.slice(from, lineEnd(text, start)))
  const isQuote = quote.includes('>')
  if ((!item && !isQuote) || line.length < length || isInFence(text, start)) return

  const rest = text.slice(end, lineEnd(text, end))
  if (line.length === length && !rest.trim()) {
    // an empty item: its list ends, and then the quote around it
    const kept = item && isQuote ? quote : ''
    return { text: text.slice(0, from) + kept + text.slice(end), start: from + kept.length, end: from + kept.length }
  }
  const sign = number === undefined ? item : `${number + 1}${item.at(-1)}`
  const opening = `\n${quote}${sign}${gap}${task && '[ ] '}`
  const caret = start + opening.length
  return { text: text.slice(0, start) + opening + text.slice(end), start: caret, end: caret }
}
