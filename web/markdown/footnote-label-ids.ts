import type { Root, RootContent } from 'hast'
import { walk } from './tree.ts'

const shared = 'footnote-label'

/**
 * The one id that mdast-util-to-hast doesn't prefix: the footnotes' heading, which every reference says it is described
 * by.
 */
export function footnoteLabelIds({ prefix }: { prefix: string }) {
  return (tree: Root) => {
    for (const { node } of walk<RootContent>(tree)) {
      if (node.type !== 'element') continue
      if (node.properties.id === shared) node.properties.id = prefix + shared
      if (node.properties.ariaDescribedBy) node.properties.ariaDescribedBy = [prefix + shared]
    }
  }
}
