import type { Element, Root, RootContent } from 'hast'
import { walk } from './tree.ts'

const longWord = /\S{1000,}/
const longBlock = 2000

/**
 * Browsers take seconds to lay out a word of 100,000 letters, or a long text in a font that kerns across spaces, as ours
 * does: they shape the rest of it again for each line. So long words are split into inline blocks, and long blocks are
 * set without kerning.
 */
export function splitLongTexts() {
  return (tree: Root) => {
    for (const { node, parent, index } of walk<RootContent>(tree)) {
      if (node.type === 'element' && blocks.has(node.tagName) && lettersIn(node) > longBlock) {
        node.properties.className = [...classesOf(node), 'long']
      }
      if (node.type !== 'text' || !longWord.test(node.value)) continue
      const parts = splitText(node.value, 500)
      parent.children.splice(index, 1, ...parts.map(pieceOf))
    }
  }
}

export function splitText(text: string, size: number): string[] {
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

/** Surrogate pairs stay together. */
function afterPair(text: string, end: number): number {
  const code = text.charCodeAt(end)
  return code >= 0xdc00 && code <= 0xdfff ? end + 1 : end
}

function pieceOf(value: string): Element {
  return { type: 'element', tagName: 'span', properties: { className: ['piece'] }, children: [{ type: 'text', value }] }
}

function classesOf({ properties: { className } }: Element): string[] {
  return Array.isArray(className) ? className.map(String) : []
}

function lettersIn(element: Element): number {
  let letters = 0
  for (const { node } of walk<RootContent>(element as { type: string; children: RootContent[] })) {
    if (node.type === 'element' && blocks.has(node.tagName)) return 0 // counted separately
    if (node.type === 'text') letters += node.value.length
  }
  return letters
}
