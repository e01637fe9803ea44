/** Delimiters on both sides of words: `**bold**`, `*italic*`, `` `code` ``. */
export interface InlineFormat {
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

export interface Span {
  from: number
  to: number
  inner: { from: number; to: number }
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** The spans of one line with this format. An approximation of the parser, good enough for typed lines. */
export function spansOf(line: string, { characters, isOn }: InlineFormat): Span[] {
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
