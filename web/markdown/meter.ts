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
 * A gate before everything micromark looks for inside a paragraph. Some constructs look far ahead or far back for their other half (`<!--`, `](`,
 * `]`, `**`), so that thousands of halves cost time with the square of their number. The gate counts the characters looked at and the halves
 * in waiting; when a text has used up what it may, further marks of that text are taken as the letters they are. Nothing is lost, and the count doesn't
 * depend on how fast the machine is: a text always looks the same.
 */
export function meter(): Extension {
  let left = budget
  const delimiters = new WeakMap<TokenizeContext, number>()

  const gate: Construct = {
    partial: true,
    tokenize(effects, ok, nok) {
      return (code) => {
        left -= priceOf(this, code)
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
      if (!delimiters.has(this)) {
        delimiters.set(this, 0)
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

  function priceOf(context: TokenizeContext, code: Code): number {
    if (code === closingBracket) return 2 * context.events.length
    if (code !== asterisk && code !== underscore && code !== tilde) return 0
    const count = (delimiters.get(context) ?? 0) + 1
    delimiters.set(context, count)
    return 7 * count
  }

  return { text: Object.fromEntries(gated.map((code) => [code, [watch, gate]])) }
}

/** In characters looked at, of about 25 ns each. */
const budget = 6_000_000
const [asterisk, underscore, tilde, closingBracket] = [42, 95, 126, 93]
const gated = [...'!&*<[]_`~'].map((mark) => mark.charCodeAt(0))
