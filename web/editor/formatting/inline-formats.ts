import { applyEdit, type Edit, type TextState } from '../editor-handle.ts'
import { lineEnd, lineStart, prefixOf, wordAt } from './lines.ts'

/** Delimiters on both sides of words: `**bold**`, `*italic*`, `` `code` ``. */
interface InlineFormat {
  characters: string[]
  /** True if a run of this length has the format. */
  isOn: (run: number) => boolean
  /** Characters of such a run that belong to this format. */
  width: (run: number) => number
  delimiter: (words: string) => string
}

const longestRun = (words: string) => Math.max(0, ...(words.match(/`+/g) ?? []).map(({ length }) => length))

export const inlineFormats = {
  bold: { characters: ['*', '_'], isOn: (run) => run === 2 || run === 3, width: () => 2, delimiter: () => '**' },
  italic: { characters: ['*', '_'], isOn: (run) => run === 1 || run === 3, width: () => 1, delimiter: () => '*' },
  code: {
    characters: ['`'],
    isOn: (run) => run > 0,
    width: (run) => run,
    delimiter: (words) => '`'.repeat(longestRun(words) + 1),
  },
} satisfies Record<string, InlineFormat>

interface Span {
  from: number
  to: number
  inner: { from: number; to: number }
}

export const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** The spans of one line with this format. An approximation of the parser, good enough for typed lines. */
function spansOf(line: string, { characters, isOn }: InlineFormat): Span[] {
  return characters.flatMap((sign) => {
    const found: Span[] = []
    let open: { from: number; to: number } | undefined
    for (const { 0: run, index: from } of line.matchAll(/\\.|([*_`])\1*/g)) {
      const to = from + run.length
      if (run[0] !== sign || !isOn(run.length)) continue
      const inWord = sign === '_' && isWord(line[from - 1]) && isWord(line[to])
      if (inWord) continue
      if (open && (sign !== '`' || open.to - open.from === run.length)) {
        found.push({ from: open.from, to, inner: { from: open.to, to: from } })
        open = undefined
      } else if (!open && (sign === '`' || /\S/.test(line[to] ?? ''))) open = { from, to }
    }
    return found
  })
}

interface FormattedPart {
  from: number
  to: number
  /** The formatted span that contains the part. */
  span: Span | undefined
  /** Formatted spans inside, redundant within the new one. */
  within: Span[]
}

/** One part for each selected line, without list markers: delimiters can't cross either. */
function partsOf({ text, start, end }: TextState, format: InlineFormat): FormattedPart[] {
  const parts: FormattedPart[] = []
  for (let at = lineStart(text, start); at <= end; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at))
    const title = /^[ \t]*#{1,6}[ \t]+/.exec(line)?.[0].length
    const words = text.slice(Math.max(start, at + (title ?? prefixOf(line).length)), Math.min(end, at + line.length))
    const to = Math.min(end, at + line.length) - (words.length - words.trimEnd().length)
    const from = to - words.trim().length
    if (!words.trim() && start !== end) continue
    const spans = spansOf(line, format).map((span) => shifted(span, at))
    const within = format === inlineFormats.code ? [] : spans.filter((one) => from <= one.from && one.to <= to)
    parts.push({ from, to, within, span: spans.find((span) => isWithin(span, from, to)) })
  }
  return parts
}

const shifted = ({ from, to, inner }: Span, by: number): Span => ({
  from: from + by,
  to: to + by,
  inner: { from: inner.from + by, to: inner.to + by },
})

const isWithin = (span: Span, from: number, to: number) =>
  (span.inner.from <= from && to <= span.inner.to) || (span.from === from && span.to === to)

function removal({ from, inner }: Span, format: InlineFormat): Edit[] {
  const width = format.width(inner.from - from)
  return [
    { from: inner.from - width, to: inner.from, by: '' },
    { from: inner.to, to: inner.to + width, by: '' },
  ]
}

/** Opening delimiters move a selection that starts at them; closing ones don't move one that ends there. */
function apply(state: TextState, edits: Edit[]): TextState {
  const moved = (at: number) =>
    edits.reduce((sum, { from, to, by }, index) => {
      const isPushed = index % 2 === 0 ? from <= at : from < at
      return sum - Math.min(Math.max(at - from, 0), to - from) + (isPushed ? by.length : 0)
    }, at)
  const text = edits.toReversed().reduce(applyEdit, state.text)
  return { text, start: moved(state.start), end: moved(state.end) }
}

function atCaret(state: TextState, format: InlineFormat): TextState {
  const { text, start: at } = state
  const own = format.delimiter('')
  const sides = [text.slice(0, at), text.slice(at)] as const
  const isEmpty = sides[0].endsWith(own) && sides[1].startsWith(own)
  const [part] = partsOf(state, format)
  const span = part?.span
  if (span && span.inner.to === at && span.inner.from < at) {
    // a second press after typing the words moves the caret out of the span
    const after = at + format.width(span.to - at)
    return { text, start: after, end: after }
  }
  if (span) return apply(state, removal(span, format))
  if (isEmpty && format.isOn(runAt(sides[1]))) {
    return apply(state, removal({ from: at - own.length, to: at + own.length, inner: { from: at, to: at } }, format))
  }
  const word = wordAt(text, at)
  const put = format.delimiter(text.slice(word.from, word.to))
  return apply(state, [
    { from: word.from, to: word.from, by: put },
    { from: word.to, to: word.to, by: put },
  ])
}

const runAt = (text: string) => /^(?:\*+|_+|`+)/.exec(text)?.[0].length ?? 0

/** Formats the selection or the word at the caret, or removes the format if all of it has it. */
export function toggleInline(state: TextState, format: InlineFormat): TextState {
  const { text, start, end } = state
  const parts = start === end ? [] : partsOf(state, format)
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return atCaret({ text, start: end, end }, format)
  const isOn = parts.every(({ span }) => span)
  const edits = parts.flatMap(({ from, to, span, within }) => {
    if (span) return isOn ? removal(span, format) : []
    const put = format.delimiter(text.slice(from, to))
    return [{ from, to: from, by: put }, ...within.flatMap((one) => removal(one, format)), { from: to, to, by: put }]
  })
  return apply({ text, start: first.from, end: last.to }, edits)
}
