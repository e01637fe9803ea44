// A tree of Markdown without what only HTML can say: empty paragraphs, spaces at the ends of bold words, bold headings.
import type { ListItem, Nodes, Parents, PhrasingContent } from 'mdast'

type Mark = Extract<Nodes, { type: 'strong' | 'emphasis' | 'delete' }>

const isMark = (node: Nodes | undefined): node is Mark =>
  node?.type === 'strong' || node?.type === 'emphasis' || node?.type === 'delete'
const inWords = new Set(['tableCell', 'heading', 'strong', 'emphasis', 'delete', 'link'])
const ofWords = new Set(['break', 'footnoteReference', 'image', 'inlineCode', 'link', 'linkToken', 'text'])
const isOfWords = (node: Nodes) => ofWords.has(node.type) || isMark(node)
const isBlank = (node: Nodes | undefined) =>
  node?.type === 'break' || (node?.type === 'text' && node.value.trim() === '')
const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
const isSign = (character: string | undefined) => character !== undefined && /[\p{P}\p{S}]/u.test(character)

/** The first or last character that the node shows; undefined if that is no text. */
function edgeOf(node: Nodes | undefined, at: 0 | -1): string | undefined {
  if (!node) return undefined
  if (node.type === 'text') return at === 0 ? [...node.value.slice(0, 2)][0] : [...node.value.slice(-2)].at(-1)
  return 'children' in node ? edgeOf(node.children.at(at), at) : undefined
}

/** Neighbours of the same kind as one, texts and marks. */
function joined(nodes: Nodes[]): Nodes[] {
  const made: Nodes[] = []
  for (const node of nodes) {
    const last = made.at(-1)
    if (last?.type === 'text' && node.type === 'text')
      made[made.length - 1] = { ...last, value: last.value + node.value }
    else if (isMark(last) && last.type === node.type) last.children.push(...(node as Mark).children)
    else made.push(node)
  }
  return made
}

/** A mark without spaces at its ends, where it would not work: they go beside it. */
function withoutSpaces(mark: Mark): Nodes[] {
  const before: Nodes[] = []
  const after: Nodes[] = []
  const { children } = mark
  while (isBlank(children[0])) before.push(...children.splice(0, 1))
  while (isBlank(children.at(-1))) after.unshift(...children.splice(-1, 1))
  const [first, last] = [children[0], children.at(-1)]
  if (first?.type === 'text' && first.value.trimStart() !== first.value) {
    before.push({ type: 'text', value: ' ' })
    first.value = first.value.trimStart()
  }
  if (last?.type === 'text' && last.value.trimEnd() !== last.value) {
    after.unshift({ type: 'text', value: ' ' })
    last.value = last.value.trimEnd()
  }
  return [...before, ...(children.length > 0 ? [mark] : []), ...after]
}

/** Marks glued to a letter do not work with a sign at that end: their words are plain. */
const withoutGlued = (nodes: Nodes[]): Nodes[] =>
  nodes.flatMap((node, index): Nodes[] => {
    if (!isMark(node)) return [node]
    const isGlued =
      (isSign(edgeOf(node, 0)) && isWord(edgeOf(nodes[index - 1], -1))) ||
      (isSign(edgeOf(node, -1)) && isWord(edgeOf(nodes[index + 1], 0)))
    return isGlued ? node.children : [node]
  })

function trimmed(nodes: Nodes[]) {
  let from = 0
  let to = nodes.length
  while (from < to && isBlank(nodes[from])) from++
  while (to > from && isBlank(nodes[to - 1])) to--
  return nodes.slice(from, to)
}

const isPicture = (node: Nodes) => node.type === 'image'

/** Two line ends part a paragraph, so does a block in it, and pictures at its ends stand apart from its words. */
function paragraphsOf(nodes: Nodes[]): Nodes[][] {
  const parts: Nodes[][] = [[]]
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'break' && nodes[index - 1]?.type === 'break') parts.push([])
    else if (!isOfWords(node)) parts.push([node], [])
    else parts.at(-1)?.push(node)
  }
  return parts
    .map(trimmed)
    .flatMap((part) => {
      const from = part.findIndex((node) => !isPicture(node) && !isBlank(node))
      if (from === -1) return [part.filter(isPicture)]
      const to = part.findLastIndex((node) => !isPicture(node) && !isBlank(node)) + 1
      return [part.slice(0, from).filter(isPicture), trimmed(part.slice(from, to)), part.slice(to).filter(isPicture)]
    })
    .filter(({ length }) => length > 0)
}

/** Pictures together stand on a line each, as those that were chosen together. */
const onLines = (pictures: Nodes[]): Nodes[] =>
  pictures.flatMap((picture, index) => (index === 0 ? [picture] : [{ type: 'text', value: '\n' }, picture]))

/** Paragraphs, lists and the like as lines of words, for where nothing else can stand: in a cell, a heading, or bold words. */
const asWords = (nodes: Nodes[]): Nodes[] =>
  nodes.flatMap((node): Nodes[] => {
    if (isOfWords(node)) return [node]
    if (node.type === 'code') return [{ type: 'inlineCode', value: node.value }]
    return 'children' in node ? [{ type: 'break' }, ...asWords(node.children), { type: 'break' }] : []
  })

const withoutEmptyLines = (nodes: Nodes[]) =>
  nodes.filter((node, index) => node.type !== 'break' || nodes[index - 1]?.type !== 'break')

function childrenOf(parent: Parents, marks: string[]): Nodes[] {
  const inner = isMark(parent as Nodes)
    ? [...marks, parent.type]
    : parent.type === 'heading'
      ? [...marks, 'strong']
      : marks
  const nodes = inWords.has(parent.type)
    ? trimmed(withoutEmptyLines(asWords(parent.children)))
    : (parent.children as Nodes[])
  const tidied = nodes.flatMap((node): Nodes[] => {
    if (node.type === 'inlineCode') return [{ ...node, value: node.value.replace(/\s*\n\s*/g, ' ') }]
    if (!('children' in node) || node.type === 'linkToken') return [node]
    const children = childrenOf(node, inner)
    if (isMark(node)) {
      node.children = children as PhrasingContent[]
      return inner.includes(node.type) || children.some(({ type }) => type === 'linkToken' || type === 'image')
        ? children
        : withoutSpaces(node)
    }
    if (node.type === 'paragraph' || node.type === 'heading')
      return paragraphsOf(children).map((content) =>
        !content.every(isOfWords)
          ? (content[0] as Nodes)
          : content.every(isPicture)
            ? { type: 'paragraph', children: onLines(content) as PhrasingContent[] }
            : { ...node, children: content as PhrasingContent[] },
      )
    // an item with a list in it is no reason for empty lines
    if (node.type === 'listItem') node.spread = children.filter(({ type }) => type !== 'list').length > 1
    if (node.type === 'list') node.spread = (children as ListItem[]).some(({ spread }) => spread)
    const isKept = children.length > 0 || node.type === 'tableCell'
    return isKept ? [Object.assign(node, { children })] : []
  })
  return joined(withoutGlued(joined(tidied)))
}

/** Tidies the tree in place. */
export function tidy(tree: Parents) {
  Object.assign(tree, { children: childrenOf(tree, []) })
}
