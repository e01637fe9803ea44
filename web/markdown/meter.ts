import type { gfm } from 'micromark-extension-gfm'

type Extension = ReturnType<typeof gfm>
type Construct = Extract<NonNullable<Extension['text']>[number], { tokenize: unknown }>
type TokenizeContext = ThisParameterType<Construct['tokenize']>
type Code = TokenizeContext['code']
type Data = { micromarkExtensions?: unknown[] }

/** Puts the meter into the parser, anew for each text. */
export function metered(this: { data(): unknown }): void {
  const data = this.data() as Data
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), meter()]
}

/**
 * A gate before everything micromark looks for inside a paragraph. Some constructs look far ahead or far back for their
 * other half (`<!--`, `](`, `]`, `**`), so that thousands of halves cost time with the square of their number. The gate
 * counts the characters looked at and the halves in waiting; when a text has used up what it may, further marks of that
 * text are taken as the letters they are. Nothing is lost, and the count doesn't depend on how fast the machine is: a
 * text always looks the same.
 */
export function meter(): Extension {
  let left = budget
  const paragraphs = new WeakMap<TokenizeContext, { delimiters: number; brackets: number }>()

  const gate: Construct = {
    partial: true,
    tokenize(effects, ok, nok) {
      return (code) => {
        if (left > 0) left -= priceOf(this, code)
        if (left > 0) return nok(code)
        effects.enter('data')
        effects.consume(code)
        effects.exit('data')
        return ok
      }
    },
  }

  /** Counts every character this paragraph's tokenizer looks at, again and again if it goes back. */
  const watch: Construct = {
    partial: true,
    tokenize(effects, _ok, nok) {
      if (!paragraphs.has(this)) {
        paragraphs.set(this, { delimiters: 0, brackets: 0 })
        const consume = effects.consume
        effects.consume = (code) => {
          // Within one construct (an address that ends in thousands of entities) there is no gate to close.
          if (--left < -budget) throw new Error('This text takes too long to be read as Markdown.')
          consume(code)
        }
      }
      return nok
    },
  }

  /**
   * What a mark may cost later. Each splits the paragraph's text once more, and joining the parts moves all that the
   * paragraph holds; `]` and the h or w of an address look back over that too; a delimiter is compared with the others.
   */
  function priceOf(context: TokenizeContext, code: Code): number {
    const paragraph = paragraphs.get(context)
    if (!paragraph || code === null) return 0
    const { length } = context.events
    if (addresses.has(code)) return paragraph.brackets ? length / 8 : 0
    if (code === 91) paragraph.brackets++
    if (code === 93) paragraph.brackets = Math.max(0, paragraph.brackets - 1)
    if (code === 93) return 2 * length
    return length / 2 + (delimiters.has(code) ? 7 * ++paragraph.delimiters : 0)
  }

  return {
    text: Object.fromEntries([...'!&*<[\\]_`~hHwW'].map((mark) => [mark.charCodeAt(0), [watch, gate]])),
    // E-mail addresses are found again in the finished tree (mdast-util-gfm), in a time that grows with the text only.
    disable: { null: ['emailAutolink'] },
  }
}

/** In characters looked at, of about 25 ns each. */
const budget = 4_000_000
const codes = (marks: string) => new Set([...marks].map((mark) => mark.charCodeAt(0)))
const delimiters = codes('*_~')
const addresses = codes('hHwW')
