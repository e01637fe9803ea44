import { escapeHtml } from '../lib/escape-html.ts'
import { toIso } from '../lib/time.ts'

/** HTML that is whole and safe. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | null | false | readonly Part[]

function textOf(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(textOf).join('')
  return part === undefined || part === null || part === false ? '' : escapeHtml(String(part))
}

/** Template of HTML: values are escaped, unless they are HTML themselves. */
export const html = (literals: TemplateStringsArray, ...values: Part[]) =>
  new Html(literals.reduce((text, literal, index) => text + textOf(values[index - 1]) + literal))

/** A moment, as `format` writes it. */
export const timeElement = (at: number, format: (at: number) => string) =>
  html`<time datetime="${toIso(at)}">${format(at)}</time>`

/** A link to a page of another site, if it is one. */
export const webLink = (url: string, words: Html) =>
  /^https?:\/\//i.test(url) ? html`<a href="${url}" rel="noopener noreferrer nofollow">${words}</a>` : words

/** Facts in a line, without absent ones. */
export const joined = (facts: Part[]) => html`${facts.filter(Boolean).map((fact, index) => [index > 0 && ' · ', fact])}`
