import type { Image, Paragraph, Root, RootContent, Table } from 'mdast'
import { texts } from '../texts.ts'
import { walk, wordsOf } from './tree.ts'

/** Names tables for screen readers, and marks images that are the only content of their paragraph. */
export function addLabels() {
  return (tree: Root) => {
    let tables = 0
    for (const { node } of walk<RootContent>(tree)) {
      if (node.type === 'table') node.data = { hProperties: { ariaLabel: texts.table(++tables, columnsOf(node)) } }
      const image = node.type === 'paragraph' && onlyImageOf(node)
      if (image) image.data = { hProperties: { dataAlone: true } }
    }
  }
}

function columnsOf(table: Table): string {
  const names = (table.children[0]?.children ?? []).slice(0, 6).map((cell) => wordsOf(cell).slice(0, 40).trim())
  return names.filter(Boolean).join(', ')
}

function onlyImageOf(paragraph: Paragraph): Image | undefined {
  const [only, ...more] = paragraph.children
  const inside = only?.type === 'link' && only.children.length === 1 ? only.children[0] : only
  return !more.length && inside?.type === 'image' ? inside : undefined
}
