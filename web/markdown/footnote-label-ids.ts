import type { Nodes, Root } from 'hast'

const shared = 'footnote-label'

/** The one id that mdast-util-to-hast doesn't prefix: the footnotes' heading, which every reference says it is described by. */
export function footnoteLabelIds({ prefix }: { prefix: string }) {
  return (tree: Root) => rename(tree, prefix)
}

function rename(node: Nodes, prefix: string): void {
  if (node.type === 'element') {
    const { id, ariaDescribedBy } = node.properties
    if (id === shared) node.properties.id = prefix + shared
    if (ariaDescribedBy) node.properties.ariaDescribedBy = [prefix + shared]
  }
  if ('children' in node) for (const child of node.children) rename(child, prefix)
}
