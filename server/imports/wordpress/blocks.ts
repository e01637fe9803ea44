// What WordPress's two editors write, as plain HTML: paragraphs of bare lines, blocks, galleries, players, quotations.
import type { Comment, Element, ElementContent, Text } from 'hast'
import { youtubeVideo } from '../../../contract/content/youtube.ts'
import { recogniseLinks } from '../../../contract/markdown/recognise-links.ts'
import type { HtmlParent } from './html.ts'
import type { ConversionOptions } from './markdown.ts'

const blocks = new Set(
  'address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
/** Parts of these are elements; white space between them means nothing. */
const structures = new Set(['dl', 'ol', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'ul'])
/** One paragraph in these needs no element of its own. */
const cells = new Set(['dd', 'dt', 'figcaption', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'p', 'summary', 'td', 'th'])

const text = (value: string): Text => ({ type: 'text', value })
export const element = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})
const isElement = (node: { type: string } | undefined): node is Element => node?.type === 'element'
const isBlock = (node: ElementContent) => isElement(node) && blocks.has(node.tagName)
const propertyOf = ({ properties }: Element, name: string) => String(properties[name] ?? '').trim()
const hasClass = ({ properties }: Element, name: RegExp) =>
  Array.isArray(properties.className) && properties.className.some((one) => name.test(String(one)))

/** Lines of a text; a line end beside a `<br>` is no second one. */
function linesOf(value: string, previous: ElementContent | undefined): ElementContent[] {
  const isAfterBreak = isElement(previous) && previous.tagName === 'br'
  const lines = (isAfterBreak ? value.replace(/^[ \t]*\n/, '') : value).split(/[ \t]*\n[ \t]*/)
  return lines.flatMap((line, index) => (index === 0 ? [text(line)] : [element('br', []), text(line)]))
}

function breakInside(parent: Element) {
  parent.children = parent.children.flatMap((child, index, all) => {
    if (child.type === 'text') return linesOf(child.value, all[index - 1])
    if (isElement(child) && !/^(?:code|pre)$/.test(child.tagName)) breakInside(child)
    return [child]
  })
}

/** The classic editor's paragraphs: an empty line begins one, a line end is a line end. */
function breakLines(children: ElementContent[], parentName: string): ElementContent[] {
  const made: ElementContent[] = []
  let run: ElementContent[] = []
  function endParagraph() {
    const paragraph = element('p', run)
    run = []
    const words = paragraph.children.map((child) => (child.type === 'text' ? child.value : '.')).join('')
    if (!words.trim()) return
    for (const [child, trim] of [
      [paragraph.children[0], 'trimStart'],
      [paragraph.children.at(-1), 'trimEnd'],
    ] as const)
      if (child?.type === 'text') child.value = child.value[trim]()
    breakInside(paragraph)
    made.push(paragraph)
  }
  for (const child of children) {
    if (isBlock(child) && isElement(child)) {
      endParagraph()
      if (child.tagName !== 'pre') child.children = breakLines(child.children, child.tagName)
      made.push(child)
    } else if (structures.has(parentName)) {
      if (child.type !== 'text' || child.value.trim()) made.push(child)
    } else if (child.type === 'text') {
      const [first = '', ...others] = child.value.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n\s*/)
      run.push(text(first))
      for (const other of others) {
        endParagraph()
        run.push(text(other))
      }
    } else run.push(child)
  }
  endParagraph()
  const [only] = made
  return cells.has(parentName) && made.length === 1 && isElement(only) && only.tagName === 'p' ? only.children : made
}

const blockComment = /^(\/?)wp:([\w/-]+)\s*(\{.*\})?\s*(\/?)$/s
/** Blocks that show nothing, or something else than a text. */
const silent = /^(?:core\/)?(?:more|nextpage|spacer|separator|footnotes|block|page-break|missing|social-link)$/

/** Paragraphs of everything that stands outside of blocks, and in place of their comments nothing. */
export function breakParagraphs(root: HtmlParent, options: ConversionOptions) {
  const made: ElementContent[] = []
  let classic: ElementContent[] = []
  let depth = 0
  const endClassic = () => {
    made.push(...breakLines(classic, 'div'))
    classic = []
  }
  for (const child of root.children as (ElementContent | Comment)[]) {
    const block = child.type === 'comment' && blockComment.exec(child.value)
    if (block) {
      const [, isEnd, name = '', , isEmpty] = block
      endClassic()
      if (isEmpty) reportEmpty(name, options)
      else depth = Math.max(0, depth + (isEnd ? -1 : 1))
    } else if (child.type === 'comment' && /^nextpage\b/.test(child.value)) {
      endClassic()
      made.push(element('hr', []))
    } else if (depth > 0) made.push(child)
    else classic.push(child)
  }
  endClassic()
  root.children = made
}

function reportEmpty(name: string, { leftOut }: ConversionOptions) {
  if (!silent.test(name)) leftOut(`block ${name}`, 'it is made anew on each visit, and has no text of its own')
}

const vimeo = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/i

/** A player or a page within the page, as a link of its own. */
function embedded(url: string, { leftOut, base }: ConversionOptions): ElementContent[] {
  const address = URL.parse(url.startsWith('//') ? `https:${url}` : url, base)
  if (!address || !/^https?:$/.test(address.protocol)) return []
  const video = youtubeVideo(address.href)
  const [, vimeoId] = vimeo.exec(address.href) ?? []
  const time = video?.start ? `&t=${video.start}` : ''
  const href = video
    ? `https://www.youtube.com/watch?v=${video.id}${time}`
    : vimeoId
      ? `https://vimeo.com/${vimeoId}`
      : address.href
  if (!video && !vimeoId) leftOut(address.href, 'a page within the page: kept as a link')
  return [element('p', [element('a', [text(href)], { href })])]
}

function* descendants(node: HtmlParent | Element): Generator<Element> {
  for (const child of node.children)
    if (isElement(child)) {
      yield child
      yield* descendants(child)
    }
}

const wordsOf = (node: ElementContent): string =>
  node.type === 'text' ? node.value : isElement(node) ? node.children.map(wordsOf).join('') : ''

/** Pictures side by side; the words below one are its description if it has no other. */
function gallery(figure: Element, { attached, resolve, leftOut }: ConversionOptions): ElementContent[] {
  const named = figure.properties['data-gallery'] ?? figure.properties['data-playlist']
  if (named !== undefined) {
    const ids = String(named).split(',').map(Number).filter(Boolean)
    const wanted = ids.length > 0 ? ids : attached
    const found = wanted.filter((id) => resolve.file('', id))
    if (found.length < wanted.length || wanted.length === 0) leftOut('gallery', 'some of its files are missing')
    const isGallery = figure.properties['data-gallery'] !== undefined
    const shown = found.filter((id) => !isGallery || ids.length > 0 || resolve.file('', id)?.isPicture)
    return [
      element(
        'p',
        shown.flatMap((id) => [element('img', [], { 'data-id': id, alt: '' }), element('br', [])]),
      ),
    ]
  }
  const pictures: ElementContent[] = []
  let last: Element | undefined
  const captions: ElementContent[][] = []
  for (const part of descendants(figure)) {
    if (part.tagName === 'img') {
      last = part
      pictures.push(part, element('br', []))
    }
    const isOwn = hasClass(part, /^blocks-gallery-caption$/) || figure.children.includes(part)
    if (part.tagName !== 'figcaption' && !hasClass(part, /gallery-caption/)) continue
    if (isOwn) captions.push(part.children)
    else if (last && !propertyOf(last, 'alt')) last.properties.alt = wordsOf(part).trim()
  }
  return [element('p', pictures), ...captions.map((words) => element('p', [element('em', words)]))]
}

/** A quotation's source on a line of its own, after a dash. */
const source = (cite: Element) =>
  element('p', /^\s*[—–-]/.test(wordsOf(cite)) ? cite.children : [text('— '), ...cite.children])

/** A table of Markdown has a head: without one of its own its first row is that. */
function makeHead(table: Element) {
  const parts = [...descendants(table)]
  const row = parts.find(({ tagName }) => tagName === 'tr')
  if (!row || parts.some(({ tagName }) => tagName === 'th')) return
  for (const cell of row.children) if (isElement(cell)) cell.tagName = 'th'
}

/** Elements as those that Markdown has; nothing for what is left out. */
function rewrite(node: Element, parent: HtmlParent, isLiteral: boolean, options: ConversionOptions): ElementContent[] {
  const { tagName, children } = node
  const isQuotation = isElement(parent) && (parent.tagName === 'blockquote' || hasClass(parent, /pullquote/))
  if (hasClass(node, /^wp-block-file__(?:button|embed)$/)) return []
  if (tagName === 'cite' && isQuotation) return [source(node)]
  if (tagName === 'code' && !isLiteral && wordsOf(node).trim().includes('\n')) return [element('pre', [node])]
  if (tagName === 'table') makeHead(node)
  if (tagName === 'summary') return [element('p', [element('strong', children)])]
  if (tagName === 'pre' && hasClass(node, /^wp-block-verse$/)) {
    breakInside(node)
    return [element('p', node.children)]
  }
  if (
    /^(?:figure|div|ul)$/.test(tagName) &&
    (hasClass(node, /^(?:wp-block-gallery|gallery|tiled-gallery)$/) ||
      node.properties['data-gallery'] !== undefined ||
      node.properties['data-playlist'] !== undefined)
  )
    return gallery(node, options)
  if (tagName === 'figcaption') return wordsOf(node).trim() ? [element('p', [element('em', children)])] : []
  if (tagName === 'iframe') return embedded(propertyOf(node, 'src') || propertyOf(node, 'data-src'), options)
  if (tagName === 'embed') return embedded(propertyOf(node, 'src'), options)
  if (tagName === 'object') {
    const known = [...descendants(node)].find(({ tagName }) => /^(?:embed|iframe)$/.test(tagName))
    return known ? [known] : embedded(propertyOf(node, 'data'), options)
  }
  if (tagName === 'audio' || tagName === 'video') {
    const inner = [...descendants(node)].map((part) => propertyOf(part, 'src') || propertyOf(part, 'href'))
    const href = [propertyOf(node, 'src'), ...inner].find(Boolean)
    return href ? [element('p', [element('a', [], { href })])] : []
  }
  if (tagName === 'form') options.leftOut('form', 'only its words are kept')
  if (/^(?:select|textarea|button)$/.test(tagName) || (tagName === 'input' && propertyOf(node, 'type') !== 'checkbox'))
    return []
  const background = hasClass(node, /^wp-block-cover$/) && /url\(["']?([^"')]+)/.exec(propertyOf(node, 'style'))?.[1]
  if (background) node.children.unshift(element('img', [], { src: background, alt: '' }))
  return [node]
}

/** Addresses of the site's own posts and files among the words. */
function linked({ value }: Text, { resolve }: ConversionOptions): ElementContent[] {
  if (!/https?:/i.test(value)) return [text(value)]
  return recogniseLinks(value).map((part) =>
    part.kind === 'link' && (resolve.post(part.url) || resolve.file(part.url))
      ? element('a', [text(part.text)], { href: part.url })
      : text(part.text),
  )
}

/** Rewrites the tree, parents before their children. */
export function simplify(parent: HtmlParent, options: ConversionOptions, isLiteral = false) {
  const made: ElementContent[] = []
  for (const child of parent.children as ElementContent[]) {
    if (isElement(child)) {
      for (const next of rewrite(child, parent, isLiteral, options)) {
        const inner = isElement(next) && next !== child ? { ...next, children: [next] } : child
        simplify(inner, options, isLiteral || /^(?:a|pre|code|kbd|samp)$/.test(child.tagName))
        made.push(...(inner === child ? [child] : inner.children))
      }
    } else if (child.type === 'text') made.push(...(isLiteral ? [child] : linked(child, options)))
    else {
      const empty = /^wp:([\w/-]+)\s.*\/$/s.exec(child.value)
      if (empty?.[1]) reportEmpty(empty[1], options)
    }
  }
  parent.children = made
}
