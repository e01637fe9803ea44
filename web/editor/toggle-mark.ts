import { prefixOf } from './line-prefix.ts'
import { type Mark, marks, type Span, spansOf } from './spans.ts'
import { type Edit, lineEnd, lineStart, replaced, type Written, wordAt } from './written.ts'

interface Piece {
  from: number
  to: number
  /** The mark it is within already. */
  span: Span | undefined
  /** The marks within it, which the new ones make superfluous. */
  within: Span[]
}

/** Marks don't reach over the ends of lines, nor over the sign of a list: the words of each line are a piece. */
function piecesOf({ text, start, end }: Written, mark: Mark): Piece[] {
  const pieces: Piece[] = []
  for (let at = lineStart(text, start); at <= end; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at))
    const title = /^[ \t]*#{1,6}[ \t]+/.exec(line)?.[0].length
    const words = text.slice(Math.max(start, at + (title ?? prefixOf(line).length)), Math.min(end, at + line.length))
    const to = Math.min(end, at + line.length) - (words.length - words.trimEnd().length)
    const from = to - words.trim().length
    if (!words.trim() && start !== end) continue
    const spans = spansOf(line, mark).map((span) => shifted(span, at))
    const within = mark === marks.code ? [] : spans.filter((one) => from <= one.from && one.to <= to)
    pieces.push({ from, to, within, span: spans.find((span) => isWithin(span, from, to)) })
  }
  return pieces
}

const shifted = ({ from, to, inner }: Span, by: number): Span => ({
  from: from + by,
  to: to + by,
  inner: { from: inner.from + by, to: inner.to + by },
})

const isWithin = (span: Span, from: number, to: number) =>
  (span.inner.from <= from && to <= span.inner.to) || (span.from === from && span.to === to)

/** The two edits that take a mark off. */
function off({ from, inner }: Span, mark: Mark): Edit[] {
  const width = mark.width(inner.from - from)
  return [
    { from: inner.from - width, to: inner.from, by: '' },
    { from: inner.to, to: inner.to + width, by: '' },
  ]
}

/** Opening marks push what begins at them, closing ones don't push what ends at them. */
function apply(written: Written, edits: Edit[]): Written {
  const moved = (at: number) =>
    edits.reduce((sum, { from, to, by }, index) => {
      const isPushed = index % 2 === 0 ? from <= at : from < at
      return sum - Math.min(Math.max(at - from, 0), to - from) + (isPushed ? by.length : 0)
    }, at)
  const text = edits.toReversed().reduce(replaced, written.text)
  return { text, start: moved(written.start), end: moved(written.end) }
}

function atCaret(written: Written, mark: Mark): Written {
  const { text, start: at } = written
  const own = mark.around('')
  const around = [text.slice(0, at), text.slice(at)] as const
  const isEmpty = around[0].endsWith(own) && around[1].startsWith(own)
  const [piece] = piecesOf(written, mark)
  const span = piece?.span
  if (span && span.inner.to === at && span.inner.from < at) {
    // the words were just typed: the same key leaves the mark behind
    const after = at + mark.width(span.to - at)
    return { text, start: after, end: after }
  }
  if (span) return apply(written, off(span, mark))
  if (isEmpty && mark.isOn(runAt(around[1]))) {
    return apply(written, off({ from: at - own.length, to: at + own.length, inner: { from: at, to: at } }, mark))
  }
  const word = wordAt(text, at)
  const put = mark.around(text.slice(word.from, word.to))
  return apply(written, [
    { from: word.from, to: word.from, by: put },
    { from: word.to, to: word.to, by: put },
  ])
}

const runAt = (text: string) => /^(?:\*+|_+|`+)/.exec(text)?.[0].length ?? 0

/** Marks what is selected (or the word at the caret), or takes the mark off where all of it has it. */
export function toggleMark(written: Written, mark: Mark): Written {
  const { text, start, end } = written
  const pieces = start === end ? [] : piecesOf(written, mark)
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (!first || !last) return atCaret({ text, start: end, end }, mark)
  const isOn = pieces.every(({ span }) => span)
  const edits = pieces.flatMap(({ from, to, span, within }) => {
    if (span) return isOn ? off(span, mark) : []
    const put = mark.around(text.slice(from, to))
    return [{ from, to: from, by: put }, ...within.flatMap((one) => off(one, mark)), { from: to, to, by: put }]
  })
  return apply({ text, start: first.from, end: last.to }, edits)
}
