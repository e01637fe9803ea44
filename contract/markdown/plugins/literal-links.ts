import type { Link, Root, RootContent, Text } from 'mdast'
import { recogniseLinks } from '../recognise-links.ts'
import { walk } from './tree.ts'

/**
 * The parser takes an address in words up to the next space, closing signs as in «…» included, and of an e-mail address
 * with ñ or an accent the end alone. Here both become what they are in the chat.
 */
export function literalLinks() {
  return (tree: Root) => {
    for (const { node, parent, index } of walk<RootContent>(tree)) {
      if (node.type !== 'link' || !isLiteral(node)) continue
      const [{ value }] = node.children
      const before = parent.children[index - 1]
      const isCutOff =
        node.url.startsWith('mailto:') && before?.type === 'text' && /[\p{L}\p{M}\p{N}]$/u.test(before.value)
      const parts = isCutOff ? [{ kind: 'text' as const, text: value }] : recogniseLinks(value)
      const nodes = parts.map((part): RootContent => {
        const text = { type: 'text' as const, value: part.text }
        return part.kind === 'link' ? { type: 'link', url: part.url, children: [text] } : text
      })
      parent.children.splice(index, 1, ...nodes)
    }
  }
}

/** True without brackets: the parser gives such a link no more source than its text, or none. */
function isLiteral(node: Link): node is Link & { children: [Text] } {
  const {
    children: [text, ...rest],
    position,
  } = node
  if (text?.type !== 'text' || rest.length > 0) return false
  const { start, end } = position ?? {}
  return start?.offset === undefined || end?.offset === undefined || end.offset - start.offset === text.value.length
}
