/** The Markdown before a line's text: quote markers, list marker, task box. */
interface Prefix {
  quote: string
  /** `-`, `*`, `+`, `1.` or `1)`; empty if the line is no list item. */
  item: string
  number: number | undefined
  gap: string
  task: string
  length: number
}

const pattern = /^([ \t]*(?:>[ \t]*)*)(?:([-*+]|(\d{1,9})[.)])([ \t\u00a0]+)(\[[ xX]\](?:[ \t]+|$))?)?/

export function prefixOf(line: string): Prefix {
  const [all = '', quote = '', item = '', number, gap = '', task = ''] = pattern.exec(line) ?? []
  return { quote, item, number: number === undefined ? undefined : Number(number), gap, task, length: all.length }
}
