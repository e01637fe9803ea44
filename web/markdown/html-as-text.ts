import type { Root, RootContent } from 'mdast'
import { asTyped, walk } from './tree.ts'

const holdersOfBlocks = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

/** HTML is never interpreted: it is what its author typed, read as text. */
export function htmlAsText() {
  return (tree: Root) => {
    for (const { node, parent, index } of walk<RootContent>(tree)) {
      if (node.type === 'html') parent.children.splice(index, 1, asTyped(node.value, !holdersOfBlocks.has(parent.type)))
    }
  }
}
