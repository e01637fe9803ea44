import type { Element, ElementContent, Root, Text } from 'hast'
import { Parser } from 'htmlparser2'

export type HtmlParent = Root | Element

/** Elements inside each other: what is deeper stands beside, up to where the parser becomes slow. */
const maxDepth = 60
const maxOpen = 1000
const maxNodes = 50_000
/** Columns and rows of a cell, of which there will be as many. */
const maxSpan = 20

const dropped = new Set(['script', 'style', 'head', 'title', 'template', 'noscript'])

function propertiesOf({ class: names = '', colspan, rowspan, checked, ...others }: Record<string, string>) {
  const spanOf = (written: string) => Math.min(maxSpan, Math.max(1, Number.parseInt(written, 10) || 1))
  return {
    ...others,
    className: names.split(/\s+/).filter(Boolean),
    ...(colspan === undefined ? {} : { colSpan: spanOf(colspan) }),
    ...(rowspan === undefined ? {} : { rowSpan: spanOf(rowspan) }),
    ...(checked === undefined ? {} : { checked: true }),
  }
}

/** HTML as a tree without scripts and styles; undefined if it has more nodes, or deeper ones, than any post. */
export function parseHtml(html: string): Root | undefined {
  const root: Root = { type: 'root', children: [] }
  /** Parents of what comes next; an element that is left out has its own parent again. */
  const open: HtmlParent[] = [root]
  let nodes = 0
  let skipped = 0
  const add = (node: ElementContent) => {
    nodes++
    if (nodes <= maxNodes && skipped === 0) open.at(-1)?.children.push(node)
  }
  const parser = new Parser({
    onopentag(tagName, attributes) {
      if (skipped > 0 || dropped.has(tagName)) skipped++
      const properties = propertiesOf(attributes)
      const element: Element = { type: 'element', tagName, properties, children: [] }
      nodes += (properties.colSpan ?? 1) * (properties.rowSpan ?? 1) - 1
      add(element)
      if (open.length > maxOpen) nodes = Number.POSITIVE_INFINITY
      open.push(skipped > 0 || nodes > maxNodes || open.length > maxDepth ? (open.at(-1) ?? root) : element)
    },
    onclosetag() {
      open.pop()
      if (skipped > 0) skipped--
    },
    // the classic editor writes `&nbsp;` for an empty line, and for a second space
    ontext: (value) => add({ type: 'text', value: value.replaceAll('\u00a0', ' ') }),
    oncomment: (value) => add({ type: 'comment', value: value.trim() }),
  })
  for (let at = 0; at < html.length && nodes <= maxNodes; at += 4096) parser.write(html.slice(at, at + 4096))
  parser.end()
  return nodes > maxNodes ? undefined : root
}

/** The words of HTML. */
export function htmlText(html: string) {
  if (!/[<&]/.test(html)) return html
  let text = ''
  let skipped = 0
  const parser = new Parser({
    onopentag(name) {
      if (skipped > 0 || dropped.has(name)) skipped++
      else if (/^(?:p|br|div|li|tr|h\d|blockquote)$/.test(name)) text += '\n'
    },
    onclosetag() {
      if (skipped > 0) skipped--
    },
    ontext(words) {
      if (skipped === 0) text += words
    },
  })
  parser.end(html)
  return text.trim()
}

export const text = (value: string): Text => ({ type: 'text', value })
export const element = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({ type: 'element', tagName, properties, children })
export const isElement = (node: { type: string } | undefined): node is Element => node?.type === 'element'
export const propertyOf = ({ properties }: Element, name: string) => String(properties[name] ?? '').trim()
export const hasClass = ({ properties }: Element, name: RegExp) =>
  Array.isArray(properties.className) && properties.className.some((one) => name.test(String(one)))

export function* descendants(node: HtmlParent | Element): Generator<Element> {
  for (const child of node.children)
    if (isElement(child)) {
      yield child
      yield* descendants(child)
    }
}

export const wordsOf = (node: ElementContent): string =>
  node.type === 'text' ? node.value : isElement(node) ? node.children.map(wordsOf).join('') : ''
