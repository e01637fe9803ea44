import type { ImageReference, LinkReference, Root, RootContent, Table } from 'mdast'
import { literal, walk } from '../plugins/tree.ts'

const maxDepth = 100
const maxCells = 15_000
const maxReferenceCharacters = 500_000

/**
 * Shows constructs as plain text that would expand from a small source to a huge page: nesting a hundred levels deep, a
 * wide table with many short rows (each is filled up to the width of the head), a very long URL used by thousands of
 * references.
 */
export function limitExpansion() {
  return (tree: Root, file: { toString(): string }) => {
    const source = String(file)
    const lengths = definitionLengths(tree)
    let cells = 0
    let characters = 0
    for (const { node, parent, index, depth } of walk<RootContent>(tree)) {
      if (node.type === 'table') cells += cellsOf(node)
      if (isReference(node)) characters += lengths.get(node.identifier) ?? 0
      const isTooMuch =
        depth > maxDepth ||
        (node.type === 'table' && cells > maxCells) ||
        (isReference(node) && characters > maxReferenceCharacters)
      if (isTooMuch && !irreplaceable.has(node.type)) parent.children.splice(index, 1, literal(node, source))
    }
  }
}

function cellsOf(table: Table): number {
  const columns = Math.max(table.align?.length ?? 0, ...table.children.map((row) => row.children.length))
  return columns * table.children.length
}

/** Not replaced: a row may contain only cells, a list only items, and text is plain already. */
const irreplaceable = new Set(['tableRow', 'tableCell', 'listItem', 'text'])

function isReference(node: RootContent): node is LinkReference | ImageReference {
  return node.type === 'linkReference' || node.type === 'imageReference'
}

function definitionLengths(tree: Root): Map<string, number> {
  const lengths = new Map<string, number>()
  for (const { node } of walk<RootContent>(tree)) {
    if (node.type === 'definition' && !lengths.has(node.identifier)) {
      lengths.set(node.identifier, node.url.length + (node.title?.length ?? 0))
    }
  }
  return lengths
}
