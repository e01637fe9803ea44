import type { Root, RootContent } from 'mdast'
import { walk } from './tree.ts'

type Depth = 1 | 2 | 3 | 4 | 5 | 6

/**
 * Shifts the headings of a text so that the highest level is `top` and no level is skipped, for navigation with screen
 * readers.
 */
export function shiftHeadings({ top }: { top: number }) {
  return (tree: Root) => {
    const open: number[] = []
    for (const { node } of walk<RootContent>(tree)) {
      if (node.type !== 'heading') continue
      while (open.length && (open.at(-1) ?? 0) >= node.depth) open.pop()
      open.push(node.depth)
      node.depth = Math.min(top + open.length - 1, 6) as Depth
    }
  }
}
