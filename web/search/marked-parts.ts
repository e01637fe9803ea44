/** The parts of a text in their order; marks are pairs of beginning and end in UTF-16 units. */
export function markedParts(text: string, marks: number[][]) {
  const parts: { text: string; isMarked: boolean }[] = []
  let at = 0
  function add(end: number, isMarked: boolean) {
    if (end > at) parts.push({ text: text.slice(at, end), isMarked })
    at = Math.max(at, end)
  }
  for (const [from = 0, to = 0] of marks) {
    add(Math.min(from, text.length), false)
    add(Math.min(to, text.length), true)
  }
  add(text.length, false)
  return parts
}
