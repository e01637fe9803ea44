import type { Edit } from '../text-state.ts'

const isHighHalf = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLowHalf = (code: number) => code >= 0xdc00 && code <= 0xdfff

/** The smallest edit from one text to the other, so that undo selects only the change. Undefined for equal texts. */
export function smallestEdit(old: string, next: string): Edit | undefined {
  if (old === next) return
  const room = Math.min(old.length, next.length)
  let from = 0
  while (from < room && old[from] === next[from]) from++
  let tail = 0
  while (tail < room - from && old.at(-1 - tail) === next.at(-1 - tail)) tail++
  // surrogate pairs stay together
  if (from > 0 && isHighHalf(old.charCodeAt(from - 1))) from--
  if (tail > 0 && isLowHalf(old.charCodeAt(old.length - tail))) tail--
  return { from, to: old.length - tail, by: next.slice(from, next.length - tail) }
}
