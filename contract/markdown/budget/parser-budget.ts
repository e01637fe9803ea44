import type { gfm } from 'micromark-extension-gfm'

type Extension = ReturnType<typeof gfm>
type Construct = Extract<NonNullable<Extension['text']>[number], { tokenize: unknown }>
type TokenizeContext = ThisParameterType<Construct['tokenize']>
type Code = TokenizeContext['code']
type Data = { micromarkExtensions?: unknown[] }

/** Remark plugin; each text gets a budget of its own. */
export function limitParser(this: { data(): unknown }): void {
  const data = this.data() as Data
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), parserBudget()]
}

/**
 * Limits the parser's work inside paragraphs. Some constructs search far ahead or back for their other half (`<!--`,
 * `](`, `]`, `**`), so thousands of halves take quadratic time. A construct before all others counts the characters read
 * and the open halves; once the budget is spent, further delimiters are read as plain text. The result doesn't depend on
 * the machine's speed: a text always looks the same.
 */
export function parserBudget(): Extension {
  let remaining = budget
  const paragraphs = new WeakMap<TokenizeContext, { delimiters: number; brackets: number }>()

  const gate: Construct = {
    partial: true,
    tokenize(effects, ok, nok) {
      return (code) => {
        if (remaining > 0) remaining -= priceOf(this, code)
        if (remaining > 0) return nok(code)
        effects.enter('data')
        effects.consume(code)
        effects.exit('data')
        return ok
      }
    },
  }

  /** Counts every character the paragraph's tokenizer reads, repeatedly if it goes back. */
  const watch: Construct = {
    partial: true,
    tokenize(effects, _ok, nok) {
      if (!paragraphs.has(this)) {
        paragraphs.set(this, { delimiters: 0, brackets: 0 })
        const consume = effects.consume
        effects.consume = (code) => {
          // Within one construct (a URL that ends in thousands of entities) the check isn't called.
          if (--remaining < -budget) throw new Error('This text takes too long to be read as Markdown.')
          consume(code)
        }
      }
      return nok
    },
  }

  /**
   * Upper bound of a delimiter's later cost. Each splits the paragraph's text, and joining the parts moves all of its
   * events; `]` and the h or w of a URL also search back over them; `*`, `_` and `~` are compared with each other.
   */
  function priceOf(context: TokenizeContext, code: Code): number {
    const paragraph = paragraphs.get(context)
    if (!paragraph || code === null) return 0
    const { length } = context.events
    if (urlStarts.has(code)) return paragraph.brackets ? length / 8 : 0
    if (code === 91) paragraph.brackets++
    if (code === 93) paragraph.brackets = Math.max(0, paragraph.brackets - 1)
    if (code === 93) return 2 * length
    return length / 2 + (delimiters.has(code) ? 7 * ++paragraph.delimiters : 0)
  }

  return {
    text: Object.fromEntries([...'!&*<[\\]_`~hHwW'].map((character) => [character.charCodeAt(0), [watch, gate]])),
    // mdast-util-gfm finds e-mail addresses in the finished tree, in linear time.
    disable: { null: ['emailAutolink'] },
  }
}

/** In characters read, of about 25 ns each. */
const budget = 4_000_000
const codes = (characters: string) => new Set([...characters].map((character) => character.charCodeAt(0)))
const delimiters = codes('*_~')
const urlStarts = codes('hHwW')
