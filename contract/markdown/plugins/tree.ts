import type { RootContent } from 'mdast'
import { unescapeTokens } from './token-placeholders.ts'

type Step<Node> = { node: Node; parent: Branch<Node>; index: number; depth: number }
type Branch<Node> = { type: string; children: Node[] }

/**
 * Every node of a tree, parents before children, without recursion: a hostile tree can be deep. The caller may replace
 * the current node; its replacement is walked instead.
 */
export function* walk<Node extends { type: string }>(tree: Branch<Node>): Generator<Step<Node>> {
  const stack: { parent: Branch<Node>; index: number }[] = [{ parent: tree, index: 0 }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { parent, index } = top
    const node = parent.children[index]
    if (!node) {
      stack.pop()
      continue
    }
    yield { node, parent, index, depth: stack.length }
    top.index++
    const now = parent.children[index]
    if (now && 'children' in now) stack.push({ parent: now as unknown as Branch<Node>, index: 0 })
  }
}

export function wordsOf(node: RootContent): string {
  let words = ''
  for (const { node: part } of walk<RootContent>({ type: 'root', children: [node] })) {
    if ('value' in part) words += part.value
    else if ('alt' in part && part.alt) words += part.alt
  }
  return words
}

export function literal(node: RootContent, source: string): RootContent {
  const from = node.position?.start.offset
  const to = node.position?.end.offset
  const value = from === undefined || to === undefined ? wordsOf(node) : unescapeTokens(source.slice(from, to))
  return plainText(value, phrasing.has(node.type))
}

export function plainText(value: string, isInline: boolean): RootContent {
  const text = { type: 'text' as const, value }
  if (isInline) return text
  // hChildren, because remark trims the indent of text lines
  return {
    type: 'paragraph',
    children: [text],
    data: { hProperties: { className: ['plain-text'] }, hChildren: [text] },
  }
}

const phrasing = new Set(
  'break delete emphasis footnoteReference html image imageReference inlineCode link linkReference linkToken mention strong text'.split(
    ' ',
  ),
)
