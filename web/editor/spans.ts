/** A sort of mark that stands on both sides of words: `**bold**`, `*italic*`, `` `code` ``. */
export interface Mark {
  /** The characters it may be made of; the first is ours. */
  signs: string[]
  /** Whether so many of them in a row say this. */
  isOn: (run: number) => boolean
  /** How many of a row are this mark's own. */
  width: (run: number) => number
  /** The mark for these words. */
  around: (words: string) => string
}

const longest = (words: string) => Math.max(0, ...(words.match(/`+/g) ?? []).map(({ length }) => length))

export const marks = {
  bold: { signs: ['*', '_'], isOn: (run) => run === 2 || run === 3, width: () => 2, around: () => '**' },
  italic: { signs: ['*', '_'], isOn: (run) => run === 1 || run === 3, width: () => 1, around: () => '*' },
  code: {
    signs: ['`'],
    isOn: (run) => run > 0,
    width: (run) => run,
    around: (words) => '`'.repeat(longest(words) + 1),
  },
} satisfies Record<string, Mark>

/** Where words are marked: the marks are `text.slice(from, inner.from)` and `text.slice(inner.to, to)`. */
export interface Span {
  from: number
  to: number
  inner: { from: number; to: number }
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** The places of one line that carry a mark. Good enough for a line as people type it; the parser knows better. */
export function spansOf(line: string, { signs, isOn }: Mark): Span[] {
  return signs.flatMap((sign) => {
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
