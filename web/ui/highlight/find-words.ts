const maxWords = 20
const maxWordLength = 60

/** A word of a text, as the search of the server splits texts, with soft hyphens and the like within it. */
const wordPattern = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}\u00ad\u200b\u200c\u2060\ufeff]+/gu

/** Marks of letters, but for the tilde of ñ, which is a letter; and what is invisible. */
const marks = /(?<![nN])\u0303|[^\P{M}\u0303]|\p{Cf}/gu

/** Equal for words that differ only in case and accents; ñ is a letter. */
const wordKey = (word: string) => word.normalize('NFKD').replace(marks, '').toLowerCase()

/** The words of the address's parameter `resaltar`; too long ones, and those after the first twenty, are ignored. */
export function wordsIn(parameter: string | null): ReadonlySet<string> {
  const words = (parameter ?? '').slice(0, 2 * maxWords * maxWordLength).match(wordPattern) ?? []
  const keys = words.filter((word) => word.length <= maxWordLength).map(wordKey)
  return new Set([...new Set(keys)].slice(0, maxWords))
}

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
