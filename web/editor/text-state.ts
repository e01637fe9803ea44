/** A text and its selection, in UTF-16 units as a textarea counts. */
export interface TextState {
  text: string
  start: number
  end: number
}

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

export const applyEdit = (text: string, { from, to, by }: Edit) => text.slice(0, from) + by + text.slice(to)

const head = /^[\p{L}\p{N}_]*/u
const tail = /[\p{L}\p{N}_]*$/u

/** Range of the word at the caret; empty between words. */
export function wordAt(text: string, at: number) {
  const before = text.slice(lineStart(text, at), at)
  const after = text.slice(at, lineEnd(text, at))
  return { from: at - (tail.exec(before)?.[0].length ?? 0), to: at + (head.exec(after)?.[0].length ?? 0) }
}

/** True inside a fenced code block, where nothing is Markdown. */
export function isInFence(text: string, at: number) {
  const above = text.slice(0, lineStart(text, at))
  return (above.match(/^[ \t]*(?:>[ \t]?)*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1
}
