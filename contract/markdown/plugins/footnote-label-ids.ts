import type { Root, RootContent } from 'hast'
import { walk } from './tree.ts'

const shared = 'footnote-label'

/** mdast-util-to-hast prefixes all ids but that of the footnotes' heading, which every reference names. */
export function footnoteLabelIds({ prefix }: { prefix: string }) {
  return (tree: Root) => {
    for (const { node } of walk<RootContent>(tree)) {
      if (node.type !== 'element') continue
      if (node.properties.id === shared) node.properties.id = prefix + shared
      if (node.properties.ariaDescribedBy) node.properties.ariaDescribedBy = [prefix + shared]
    }
  }
}
