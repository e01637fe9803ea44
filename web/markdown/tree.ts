import type { Parents, Root, RootContent } from 'mdast'

type Step = { node: RootContent; parent: Parents; index: number; depth: number }

/**
 * Every node, parents before children, without recursion (a hostile tree can be deep). What is put in a node's place is walked instead of it.
 */
export function* walk(tree: Root): Generator<Step> {
  const stack: { parent: Parents; index: number }[] = [{ parent: tree, index: 0 }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { parent, index } = top
    const node = parent.children[index] as RootContent | undefined
    if (!node) {
      stack.pop()
      continue
    }
    yield { node, parent, index, depth: stack.length }
    top.index++
    const now = parent.children[index]
    if (now && 'children' in now) stack.push({ parent: now, index: 0 })
  }
}

export function replace(parent: Parents, index: number, ...nodes: RootContent[]): void {
  ;(parent.children as RootContent[]).splice(index, 1, ...nodes)
}

/** The words of a node, without marks. */
export function wordsOf(node: RootContent): string {
  let words = ''
  for (const { node: part } of walk({ type: 'root', children: [node] })) {
    if ('value' in part) words += part.value
    else if ('alt' in part && part.alt) words += part.alt
  }
  return words
}

/** Shown as typed: a node's own lines of the source. */
export function literal(node: RootContent, source: string): RootContent {
  const from = node.position?.start.offset
  const to = node.position?.end.offset
  const value = from === undefined || to === undefined ? wordsOf(node) : source.slice(from, to)
  return asTyped(value, isPhrasing(node))
}

export function asTyped(value: string, isInline: boolean): RootContent {
  const text = { type: 'text' as const, value }
  if (isInline) return text
  return { type: 'paragraph', children: [text], data: { hProperties: { className: ['as-typed'] } } }
}

const phrasing = new Set(
  'break delete emphasis footnoteReference html image imageReference inlineCode link linkReference strong text'.split(
    ' ',
  ),
)

function isPhrasing(node: RootContent): boolean {
  return phrasing.has(node.type)
}
