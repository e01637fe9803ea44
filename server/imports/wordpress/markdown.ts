// A text of WordPress as the Markdown that people here write: no HTML, link tokens for what is ours, and nothing that only
// looks like a sign of Markdown.
import type { ElementContent } from 'hast'
import { type Handle, toMdast } from 'hast-util-to-mdast'
import type { Nodes, Parents, PhrasingContent, RootContent } from 'mdast'
import { toMarkdown } from 'mdast-util-to-markdown'
import { formatToken } from '../../../contract/content/link-tokens.ts'
import { safeUrl } from '../../../contract/markdown/safe-url.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { simplify } from './blocks.ts'
import type { ConversionOptions } from './conversion.ts'
import { plainMarkdown } from './escape.ts'
import { element, htmlText, parseHtml, propertyOf } from './html.ts'
import { breakParagraphs } from './paragraphs.ts'
import { expandShortcodes } from './shortcodes.ts'
import { tidy } from './tidy.ts'
import { format, textOf } from './writers.ts'

/** The word by which hast-util-to-mdast knows that a node stands within a paragraph. */
const inline = { hName: 'span', hProperties: {} }

const token = (kind: 'file' | 'post', id: string, label: string): PhrasingContent => {
  const source = formatToken(kind, id, label)
  return { type: 'linkToken', kind, target: id, alt: label, source, children: [], data: inline }
}

const isPhrasing = (node: Nodes): node is PhrasingContent => node.type !== 'paragraph'
const isPicture = (node: Nodes | undefined) => node?.type === 'image' && node.url.startsWith('file:')

function handlersOf({ resolve, leftOut, base }: ConversionOptions): Record<string, Handle> {
  const absolute = (url: string) => (URL.canParse(url) ? url : (URL.parse(url, base)?.href ?? url))

  const picture: Handle = (_state, node) => {
    const [src, alt] = [propertyOf(node, 'src') || propertyOf(node, 'data-src'), propertyOf(node, 'alt')]
    const names = `${[node.properties.className].flat().join(' ')} ${propertyOf(node, 'data-id')}`
    if (/\b(?:emoji|wp-smiley)\b/.test(names)) return { type: 'text', value: alt }
    const attachment = Number(/(?:^|wp-image-| )(\d+)\b/.exec(names)?.[1] ?? 0)
    const url = src && absolute(src)
    const file = resolve.file(url, attachment || undefined)
    if (file)
      return file.isPicture ? { type: 'image', url: `file:${file.id}`, alt } : token('file', file.id, alt || file.name)
    leftOut(url.slice(0, 300) || 'picture', 'this picture is not among the files: its address is kept')
    return /^https?:/i.test(url) ? { type: 'image', url, alt } : { type: 'text', value: alt }
  }

  const link: Handle = (state, node) => {
    const href = propertyOf(node, 'href')
    const children = state.all(node) as PhrasingContent[]
    const words = htmlText(textOf(children)).trim()
    // a place in the same text, or a name for one
    if (!href || href.startsWith('#')) return children
    const url = absolute(href)
    const file = resolve.file(url)
    const hasPictures = children.some(isPicture)
    if (hasPictures && (file || /[?&]attachment_id=/.test(url))) return children
    const post = file ? undefined : resolve.post(url)
    const label = words && words !== href ? words : undefined
    if (file) return token('file', file.id, label ?? file.name)
    if (post && !hasPictures) return token('post', post.id, label ?? post.title)
    if (!safeUrl(url) || !/^(?:https?|mailto):/i.test(url)) {
      leftOut(url.slice(0, 300), 'a link of a kind that is not allowed: its words are kept')
      return children
    }
    if (children.length === 0) children.push({ type: 'text', value: url })
    if (children.some((child) => !isPhrasing(child))) return children
    return { type: 'link', url, children }
  }

  const note: Handle = (state, node) => {
    const id = propertyOf(node, 'data-fn')
    return id ? { type: 'footnoteReference', identifier: id, label: id } : state.all(node)
  }
  const words: Handle = (state, node) => state.all(node)
  return { a: link, img: picture, sup: note, u: words, mark: words, ins: words, caption: words }
}

/** `[^1]: …` for each note that the post keeps apart. */
function notesOf(footnotes: string, options: ConversionOptions): RootContent[] {
  const notes = parseJson(footnotes)
  if (!Array.isArray(notes)) return []
  return notes.slice(0, 500).flatMap(({ id, content }: { id?: unknown; content?: unknown }) => {
    const root = parseHtml(typeof content === 'string' ? content : '')
    if (typeof id !== 'string' || !root) return []
    simplify(root, options)
    const { children } = toTree({ type: 'root', children: [element('p', root.children as ElementContent[])] }, options)
    return [{ type: 'footnoteDefinition', identifier: id, label: id, children: children as never }]
  })
}

function toTree(root: NonNullable<ReturnType<typeof parseHtml>>, options: ConversionOptions) {
  const tree = toMdast(root, { handlers: handlersOf(options), document: true, quotes: ['«»'] })
  return tree as Extract<Nodes, { type: 'root' }>
}

/** Numbers for the notes, by their first mention; notes that nothing names are left out by the reader's page as well. */
function numberNotes(tree: Parents, numbers = new Map<string, string>()) {
  for (const node of tree.children) {
    if (node.type === 'footnoteReference' || node.type === 'footnoteDefinition') {
      const number = numbers.get(node.identifier) ?? `${numbers.size + 1}`
      numbers.set(node.identifier, number)
      node.label = number
      node.identifier = number
    }
    if ('children' in node) numberNotes(node, numbers)
  }
}

const sharedBlock = /<!--\s*wp:(?:core\/)?block\s([^<>]*)\/-->/g

/** Blocks that posts share are put into each of them, twice inside each other at most. */
function withSharedBlocks(html: string, { resolve, leftOut }: ConversionOptions, depth = 0): string {
  if (depth > 2 || html.length > 2 ** 20) return html
  return html.replace(sharedBlock, (_all, attributes: string) => {
    const id = /"ref"\s*:\s*(\d+)/.exec(attributes)?.[1] ?? ''
    const shared = resolve.block?.(Number(id))
    if (shared === undefined) leftOut(`block ${id}`, 'a shared block that is not in the export')
    return shared === undefined ? '' : withSharedBlocks(shared, { resolve, leftOut } as ConversionOptions, depth + 1)
  })
}

/** The text as Markdown. A text with more elements than any keeps its words alone. */
export function toPostMarkdown(html: string, options: ConversionOptions): string {
  const expanded = expandShortcodes(withSharedBlocks(html.replace(/\r\n?/g, '\n'), options), options.leftOut)
  if (/<script\b/i.test(expanded)) options.leftOut('script', 'scripts are not taken along')
  const root = parseHtml(expanded)
  if (!root) {
    options.leftOut('formatting', 'too many elements: the words alone are kept')
    return plainMarkdown(htmlText(expanded.replace(/<[^<>]*>/g, ' ')))
  }
  breakParagraphs(root)
  simplify(root, options)
  const tree = toTree(root, options)
  tree.children.push(...notesOf(options.footnotes ?? '', options))
  tidy(tree)
  numberNotes(tree)
  return toMarkdown(tree, format)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
