import type { Root } from 'mdast'
import { asTyped, replace, walk } from './tree.ts'

const holdersOfBlocks = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

/** HTML is never interpreted: it is what its author typed, read as text. */
export function htmlAsText() {
  return (tree: Root) => {
    for (const { node, parent, index } of walk(tree)) {
      if (node.type === 'html') replace(parent, index, asTyped(node.value, !holdersOfBlocks.has(parent.type)))
    }
  }
}
