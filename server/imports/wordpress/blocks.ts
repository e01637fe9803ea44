// Elements of WordPress's blocks and pages as those that Markdown has: galleries, players, quotations, tables.
import type { Element, ElementContent, Text } from 'hast'
import { youtubeVideo } from '../../../contract/content/youtube.ts'
import { recogniseLinks } from '../../../contract/markdown/recognise-links.ts'
import type { ConversionOptions } from './conversion.ts'
import { descendants, element, type HtmlParent, hasClass, isElement, propertyOf, text, wordsOf } from './html.ts'
import { blockOf, breakInside } from './paragraphs.ts'

const vimeo = /^https?:\/\/player\.vimeo\.com\/video\/(\d+).*/i

/** A player or a page within the page, as a link of its own. */
function embedded(url: string, { leftOut, base }: ConversionOptions): ElementContent[] {
  const address = URL.parse(url.startsWith('//') ? `https:${url}` : url, base)
  if (!address || !/^https?:$/.test(address.protocol)) return []
  const video = youtubeVideo(address.href)
  const time = video?.start ? `&t=${video.start}` : ''
  const watch = video && `https://www.youtube.com/watch?v=${video.id}${time}`
  const href = watch ?? address.href.replace(vimeo, 'https://vimeo.com/$1')
  if (!video && href === address.href) leftOut(href, 'a page within the page: kept as a link')
  return [element('p', [element('a', [text(href)], { href })])]
}

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
  if (/^(?:iframe|embed)$/.test(tagName))
    return embedded(propertyOf(node, 'src') || propertyOf(node, 'data-src'), options)
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

/** Blocks that show nothing, or something else than a text. */
const silent = /^(?:core\/)?(?:more|nextpage|spacer|separator|footnotes|block|page-break|missing|social-link)$/

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
      const block = blockOf(child)
      if (block?.isEmpty && !silent.test(block.name))
        options.leftOut(`block ${block.name}`, 'it is made anew on each visit, and has no text of its own')
    }
  }
  parent.children = made
}
