import type { ImageReference, LinkReference, Root, RootContent, Table } from 'mdast'
import { literal, walk } from './tree.ts'

const deepest = 100
const mostCells = 15_000
const mostCharactersOfReferences = 500_000

/**
 * What is small in the source and huge on the page is shown as typed: marks inside marks a hundred deep, a wide table
 * whose many rows are short (every row is filled up to the head), a very long address called by thousands of
 * references.
 */
export function tame() {
  return (tree: Root, file: { toString(): string }) => {
    const source = String(file)
    const lengths = definitionLengths(tree)
    let cells = 0
    let characters = 0
    for (const { node, parent, index, depth } of walk<RootContent>(tree)) {
      if (node.type === 'table') cells += cellsOf(node)
      if (isReference(node)) characters += lengths.get(node.identifier) ?? 0
      const isTooMuch =
        depth > deepest ||
        (node.type === 'table' && cells > mostCells) ||
        (isReference(node) && characters > mostCharactersOfReferences)
      if (isTooMuch && !parts.has(node.type)) parent.children.splice(index, 1, literal(node, source))
    }
  }
}

function cellsOf(table: Table): number {
  const columns = Math.max(table.align?.length ?? 0, ...table.children.map((row) => row.children.length))
  return columns * table.children.length
}

/** Never replaced alone: a row holds cells only, and there is nothing smaller than text. */
const parts = new Set(['tableRow', 'tableCell', 'listItem', 'text'])

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
