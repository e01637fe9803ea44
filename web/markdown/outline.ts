import type { Root, RootContent } from 'mdast'
import { walk } from './tree.ts'

type Depth = 1 | 2 | 3 | 4 | 5 | 6

/**
 * Headings under the page's own: the first level a text uses becomes `top` (2 under a page's h1), and no level is ever
 * skipped, whatever the author typed, so that people who listen to the page find their way by its headings.
 */
export function outline({ top }: { top: number }) {
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
