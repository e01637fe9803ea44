import { escapeHtml } from '../lib/escape-html.ts'

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
