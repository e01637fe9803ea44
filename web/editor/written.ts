/** A text and what is selected in it, as a textarea counts (UTF-16). The operations of this folder go from one to the next. */
export interface Written {
  text: string
  start: number
  end: number
}

/** One place of a text, and what comes there. */
export interface Edit {
  from: number
  to: number
  by: string
}

export const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1

export function lineEnd(text: string, at: number) {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

export const replaced = (text: string, { from, to, by }: Edit) => text.slice(0, from) + by + text.slice(to)

const head = /^[\p{L}\p{N}_]*/u
const tail = /[\p{L}\p{N}_]*$/u

/** The word that the caret touches; empty where there is none. */
export function wordAt(text: string, at: number) {
  const before = text.slice(lineStart(text, at), at)
  const after = text.slice(at, lineEnd(text, at))
  return { from: at - (tail.exec(before)?.[0].length ?? 0), to: at + (head.exec(after)?.[0].length ?? 0) }
}

/** Whether the place is inside of a fenced block of code, where nothing is Markdown. */
export function isInFence(text: string, at: number) {
  const above = text.slice(0, lineStart(text, at))
  return (above.match(/^[ \t]*(?:>[ \t]?)*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1
}
