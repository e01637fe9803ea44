import type { Element, ElementContent, Root, RootContent } from 'hast'
import { walk } from './tree.ts'

const file = /^file:([0-9a-f]+)$/i

/** Rehype plugin: links to `file:ID`, in any Markdown form, become file tokens. */
export function fileLinks() {
  return (tree: Root) => {
    for (const { node } of walk<RootContent>(tree)) {
      const [, target = ''] = (node.type === 'element' && file.exec(String(node.properties.href ?? ''))) || []
      if (!target || node.type !== 'element' || node.tagName !== 'a') continue
      node.tagName = 'link-token'
      node.properties = { kind: 'file', target: target.toLowerCase(), label: wordsIn(node) }
    }
  }
}

export function wordsIn(element: Element): string {
  let words = ''
  for (const { node } of walk<ElementContent>(element)) if (node.type === 'text') words += node.value
  return words
}
