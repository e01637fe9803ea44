import type { Image, Paragraph, Root, RootContent, Table } from 'mdast'
import { texts } from './texts.ts'
import { walk, wordsOf } from './tree.ts'

/**
 * What the source says only by position: a table's name for who can't see it, and whether an image has its paragraph
 * for itself.
 */
export function labels() {
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
