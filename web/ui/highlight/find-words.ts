import { wordKey, wordPattern } from './words.ts'

/** More would help nobody, and slow the page down. */
const maxRanges = 1000

/** Elements that don't end a word. */
const inline = 'a, abbr, b, bdi, code, del, em, i, ins, mark, s, span, strong, u'
const excluded = 'button, script, style, textarea, [aria-hidden=true], [hidden]'

interface Part {
  node: Text
  /** Position in the joined text. */
  start: number
}

/** The text of an element, with a space wherever a word ends without one, and its nodes. */
function textOf(root: HTMLElement) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const parts: Part[] = []
  let text = ''
  let lastBlock: Element | null | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeName === 'BR') text += ' '
    const parent = node.parentElement
    if (!(node instanceof Text) || !parent || parent.closest(excluded)) continue
    const block = parent.closest(`:not(${inline})`)
    if (block !== lastBlock) text += ' '
    lastBlock = block
    parts.push({ node, start: text.length })
    text += node.data
  }
  return { text, parts }
}

/** Where words are in an element, in the order of the text. */
export function findWords(root: HTMLElement, words: ReadonlySet<string>): Range[] {
  const { text, parts } = textOf(root)
  const ranges: Range[] = []
  let current = 0
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (!words.has(wordKey(word))) continue
    const range = new Range()
    const placeAt = (position: number, set: (node: Text, offset: number) => void) => {
      while ((parts[current + 1]?.start ?? Number.POSITIVE_INFINITY) <= position) current++
      const part = parts[current]
      if (part) set(part.node, position - part.start)
    }
    placeAt(index, (node, offset) => range.setStart(node, offset))
    placeAt(index + word.length - 1, (node, offset) => range.setEnd(node, offset + 1))
    ranges.push(range)
    if (ranges.length === maxRanges) break
  }
  return ranges
}
