import type { Element, ElementContent, Root, RootContent } from 'hast'
import type { LinkKind } from '../../contract/content/link-tokens.ts'
import { limits } from '../../contract/limits.ts'
import { walk } from '../../contract/markdown/plugins/tree.ts'
import { safeUrl } from '../../contract/markdown/safe-url.ts'
import { texts } from '../../contract/markdown/texts.ts'

/** Pixels of a picture. */
export interface Size {
  width: number
  height: number
}

/** Undefined if they aren't known. */
export const knownSize = ({ width, height }: Record<keyof Size, number | null>): Size | undefined =>
  width === null || height === null ? undefined : { width, height }

interface Target {
  href: string
  title: string
  /** Address of a picture: of an image, and of a token if nothing else is in the paragraph. */
  picture?: string
  size?: Size | undefined
}

/** The addresses of a text in the place where its HTML will be. */
export interface Addresses {
  /** Target of a link token; undefined if there is none for the reader. */
  target: (kind: LinkKind, id: string) => Target | undefined
  /** Address for a link with this URL, which has passed `safeUrl`; undefined leaves its words. */
  link: (url: string) => string | undefined
  /** Address for an image with this URL; undefined leaves a link to it. */
  image: (url: string) => string | undefined
}

export const notFound = { file: '(file not found)', post: '(post not found)' }

/** Rehype plugin: links, images and the elements of our own plugins become plain HTML. */
export function replaceElements(addresses: Addresses) {
  return (tree: Root) => {
    const elements: Element[] = []
    const inLink = new Set<unknown>()
    for (const { node, parent } of walk<RootContent>(tree)) {
      if (node.type !== 'element') continue
      elements.push(node)
      if (isLink(parent) || inLink.has(parent)) inLink.add(node)
    }
    const ids = new Set(elements.map(({ properties }) => properties.id))
    for (const node of elements) {
      if (node.tagName === 'p') markPictures(node)
      else if (node.tagName === 'a') replaceLink(node, addresses, ids)
      else if (node.tagName === 'img') replaceImage(node, addresses, inLink.has(node))
      else if (node.tagName === 'link-token') replaceToken(node, addresses)
      else if (node.tagName === 'mention-name')
        replaceElement(node, 'span', { className: ['mention'] }, [{ type: 'text', value: `@${node.properties.label}` }])
      else if (node.tagName === 'youtube-video') replaceVideo(node, addresses)
      else if (node.tagName === 'input')
        node.properties.ariaLabel = node.properties.checked ? texts.taskDone : texts.taskOpen
      else if (node.tagName === 'pre') node.properties.tabIndex = 0
      else if (node.tagName === 'table') wrapTable(node)
    }
  }
}

const isLink = (node: object) => 'tagName' in node && (node.tagName === 'a' || node.tagName === 'link-token')

const blank = (node: ElementContent) =>
  (node.type === 'text' && !node.value.trim()) || (node.type === 'element' && node.tagName === 'br')

/** Tokens in a paragraph of nothing but tokens may show their picture. */
function markPictures(paragraph: Element): void {
  const tokens = paragraph.children.filter((node) => !blank(node))
  if (tokens.every((node) => node.type === 'element' && node.tagName === 'link-token'))
    for (const node of tokens) if (node.type === 'element') node.properties.dataAlone = true
}

export const isWeb = (url: string) => /^https?:/i.test(url)

const linkProperties = (href: string) => ({ href, ...(isWeb(href) && { rel: ['noopener', 'noreferrer', 'nofollow'] }) })

function replaceElement(
  node: Element,
  tagName: string,
  properties: Element['properties'],
  children = node.children,
): void {
  Object.assign(node, { tagName, properties, children })
}

function replaceLink(node: Element, addresses: Addresses, ids: Set<unknown>): void {
  const url = safeUrl(String(node.properties.href ?? ''))
  const href = url.startsWith('#') ? hasPlace(ids, url.slice(1)) && url : url && addresses.link(url)
  if (href) Object.assign(node.properties, linkProperties(href))
  else replaceElement(node, 'span', {})
}

/** As browsers look for it: as written, which ids of footnotes with an accent are, and then decoded. */
function hasPlace(ids: Set<unknown>, fragment: string): boolean {
  try {
    return ids.has(fragment) || ids.has(decodeURIComponent(fragment))
  } catch {
    return false
  }
}

const fileUrl = /^file:([0-9a-f]+)$/i

/** The size at which a picture is shown, so that its place is reserved. */
function shownSize({ width, height }: Size): Size {
  const scale = Math.min(1, limits.textImageHeight / height)
  return { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
}

function pictureElement({ picture, size }: Target, alt: string, title?: Element['properties']['title']): Element {
  const properties = { src: picture, alt, title, ...(size && shownSize(size)), loading: 'lazy' }
  return { type: 'element', tagName: 'img', properties, children: [] }
}

/** A picture of the archive leads to its file. Anything else becomes what a link to it would be; in a link, its words. */
function replacePicture(node: Element, id: string, addresses: Addresses, isInLink: boolean): void {
  const { alt, title } = node.properties
  const target = addresses.target('file', id)
  const label = String(alt || target?.title || texts.image)
  if (target?.picture) {
    const image = pictureElement(target, label, title)
    if (isInLink) Object.assign(node, image)
    else replaceElement(node, 'a', { ...linkProperties(target.href), className: ['picture'] }, [image])
  } else if (isInLink) replaceElement(node, 'span', {}, [{ type: 'text', value: label }])
  else {
    node.properties = { kind: 'file', target: id, label }
    replaceToken(node, addresses)
  }
}

/** An image that isn't in the same place is a link; in a link, its words. */
function replaceImage(node: Element, addresses: Addresses, isInLink: boolean): void {
  const { alt, title, dataAlone } = node.properties
  const [, file] = fileUrl.exec(String(node.properties.src ?? '')) ?? []
  if (file) {
    replacePicture(node, file.toLowerCase(), addresses, isInLink)
    return
  }
  const url = safeUrl(String(node.properties.src ?? ''))
  const src = url && addresses.image(url)
  if (src) {
    node.properties = { src, alt: alt ?? '', title, loading: 'lazy', dataAlone }
    return
  }
  const words: ElementContent[] = [{ type: 'text', value: String(alt || texts.image) }]
  const href = url && !url.startsWith('#') && !isInLink && addresses.link(url)
  const className = ['image-elsewhere']
  if (href) replaceElement(node, 'a', { ...linkProperties(href), title, className }, words)
  else replaceElement(node, 'span', { className }, words)
}

function replaceToken(node: Element, addresses: Addresses): void {
  const { kind: word, target: id, label, dataAlone } = node.properties
  const kind: LinkKind = word === 'post' ? 'post' : 'file'
  const target = addresses.target(kind, String(id))
  const words: ElementContent[] = node.children.length
    ? node.children
    : [{ type: 'text', value: String(label || target?.title || '') }]
  if (!target) {
    const mark: ElementContent = { type: 'text', value: ` ${notFound[kind]}` }
    replaceElement(node, 'span', { className: ['not-found'] }, [...words, mark])
  } else if (target.picture && dataAlone) {
    const caption: ElementContent = { type: 'element', tagName: 'span', properties: {}, children: words }
    replaceElement(node, 'a', { ...linkProperties(target.href), className: ['picture'] }, [
      pictureElement(target, ''),
      caption,
    ])
  } else replaceElement(node, 'a', { ...linkProperties(target.href), className: [`${kind}-link`] }, words)
}

function replaceVideo(node: Element, addresses: Addresses): void {
  const href = addresses.link(String(node.properties.href ?? ''))
  const words: ElementContent[] = [{ type: 'text', value: String(node.properties.title || texts.video) }]
  const link: ElementContent = {
    type: 'element',
    tagName: href ? 'a' : 'span',
    properties: href ? linkProperties(href) : {},
    children: words,
  }
  replaceElement(node, 'p', { className: ['video'] }, [link])
}

/** Wide tables scroll inside, by keyboard too. */
function wrapTable(node: Element): void {
  const { ariaLabel, ...properties } = node.properties
  const table: Element = { type: 'element', tagName: 'table', properties, children: node.children }
  replaceElement(node, 'section', { className: ['table-scroll'], tabIndex: 0, ariaLabel }, [table])
}
