import type { Element, Root, RootContent } from 'hast'
import { walk } from './tree.ts'

const longWord = /\S{1000,}/
const longBlock = 2000

/**
 * Browsers take seconds over a word of 100,000 letters, and over a long text in a font that kerns across spaces, as
 * ours does: they shape what is left of it anew for each line. So a long word comes in pieces that are laid out apart,
 * and a long block without kerning, where nobody misses it.
 */
export function piecesOfLongTexts() {
  return (tree: Root) => {
    for (const { node, parent, index } of walk<RootContent>(tree)) {
      if (node.type === 'element' && blocks.has(node.tagName) && lettersIn(node) > longBlock) {
        node.properties.className = [...classesOf(node), 'long']
      }
      if (node.type !== 'text' || !longWord.test(node.value)) continue
      const parts = inPieces(node.value, 500)
      parent.children.splice(index, 1, ...parts.map(piece))
    }
  }
}

/** Parts of about `size` characters, whole lines where there are any. Together they are the text. */
export function inPieces(text: string, size: number): string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.lastIndexOf('\n', start + size)
    const end = lineEnd > start ? lineEnd + 1 : afterPair(text, start + size)
    parts.push(text.slice(start, end))
    start = end
  }
  return parts
}

const blocks = new Set('p h1 h2 h3 h4 h5 h6 li td th'.split(' '))

/** The two halves of a character outside the basic plane stay together. */
function afterPair(text: string, end: number): number {
  const code = text.charCodeAt(end)
  return code >= 0xdc00 && code <= 0xdfff ? end + 1 : end
}

function piece(value: string): Element {
  return { type: 'element', tagName: 'span', properties: { className: ['piece'] }, children: [{ type: 'text', value }] }
}

function classesOf({ properties: { className } }: Element): string[] {
  return Array.isArray(className) ? className.map(String) : []
}

function lettersIn(element: Element): number {
  let letters = 0
  for (const { node } of walk<RootContent>(element as { type: string; children: RootContent[] })) {
    if (node.type === 'element' && blocks.has(node.tagName)) return 0 // it counts for itself
    if (node.type === 'text') letters += node.value.length
  }
  return letters
}
