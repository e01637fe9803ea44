/** What stands before the words of a line: quote signs, the sign of a list item, the box of a task. */
export interface Prefix {
  quote: string
  /** `-`, `*`, `+` or a number with its sign; empty where the line is no item. */
  item: string
  /** The number of a numbered item. */
  number: number | undefined
  /** The space after the sign. */
  gap: string
  task: string
  length: number
}

const pattern = /^([ \t]*(?:>[ \t]*)*)(?:([-*+]|(\d{1,9})[.)])([ \t]+)(\[[ xX]\](?:[ \t]+|$))?)?/

export function prefixOf(line: string): Prefix {
  const [all = '', quote = '', item = '', number, gap = '', task = ''] = pattern.exec(line) ?? []
  return { quote, item, number: number === undefined ? undefined : Number(number), gap, task, length: all.length }
}
