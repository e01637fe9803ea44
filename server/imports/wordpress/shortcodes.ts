// Shortcodes, WordPress's own marks in square brackets, as HTML. Unknown ones are kept as they are, and named.
import { escapeHtml } from '../../lib/escape-html.ts'
import type { LeftOut } from './conversion.ts'

type Shortcode = (attributes: string, content: string) => string | undefined

const quotes = `["'\u201c\u201d\u2033]`

/** The first of these attributes; `names` is a part of a pattern. */
function attributeOf(attributes: string, names: string) {
  const value = `(?:${quotes}([^\\]]*?)${quotes}(?=\\s|/|$)|([^\\s"'\\]]+))`
  const pattern = new RegExp(`(?:^|\\s)(?:${names})\\s*=\\s*${value}`, 'i')
  const [, quoted, bare] = pattern.exec(attributes.replaceAll('&quot;', '"')) ?? []
  return quoted || bare
}

const addressIn = (text: string) => /https?:\/\/[^\s"'<>\][\u201c\u201d]+/i.exec(text)?.[0]
const link = (url: string | undefined) => url && `\n\n<a href="${url}">${url}</a>\n\n`
const media = (tag: 'audio' | 'video', attributes: string, content: string) => {
  const url = attributeOf(attributes, 'src|mp3|m4a|ogg|wav|wma|mp4|m4v|webm|ogv|wmv|flv')
  const src = url ?? addressIn(`${attributes} ${content}`)
  return src && `<${tag} src="${src}"></${tag}>`
}

const picture = /^\s*(?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?/i

const caption: Shortcode = (attributes, content) => {
  const shown = picture.exec(content)?.[0] ?? ''
  const words = content.slice(shown.length).trim() || escapeHtml(attributeOf(attributes, 'caption') ?? '')
  return `<figure>${shown}<figcaption>${words}</figcaption></figure>`
}

const ids = (attributes: string) => (attributeOf(attributes, 'ids|include') ?? '').replace(/[^\d,]/g, '')

/** A video by its address, or by its number. */
const player =
  (number: RegExp, page: string): Shortcode =>
  (attributes) => {
    const id = number.exec(attributes)?.[0]
    return link(addressIn(attributes) ?? (id && page + id))
  }

const shortcodes: Record<string, Shortcode> = {
  caption,
  wp_caption: caption,
  gallery: (attributes) => `<figure data-gallery="${ids(attributes)}"></figure>`,
  playlist: (attributes) => `<figure data-playlist="${ids(attributes)}"></figure>`,
  embed: (attributes, content) => link(addressIn(`${content} ${attributes}`)),
  audio: (attributes, content) => media('audio', attributes, content),
  video: (attributes, content) => media('video', attributes, content),
  youtube: player(/(?<![\w-])[\w-]{11}(?![\w-])/, 'https://www.youtube.com/watch?v='),
  vimeo: player(/(?<!\w)\d{5,}/, 'https://vimeo.com/'),
}

// the content has no shortcode of the same name: of thousands without an end each is read up to the next one
const known = new RegExp(
  String.raw`(\[?)\[(${Object.keys(shortcodes).join('|')})(?![\w-])((?:[^\][/]|/(?!\]))*)/?\](?:((?:(?!\[\2(?![\w-]))[^])*?)\[/\2\])?(\]?)`,
  'g',
)
const any = /(?<!\[)\[([a-z][\w-]{2,40})(\s+[\w-]+\s*=[^\][<>]*)?\s*\/?\]/gi

/** A shortcode in double brackets is one that is written about. */
export function expandShortcodes(html: string, leftOut: LeftOut) {
  if (!html.includes('[')) return html
  const expanded = html.replace(known, (all, before, name: string, attributes: string, content = '', after) => {
    if (before && after) return all.slice(1, -1).replaceAll('[', '&#91;')
    const made = shortcodes[name]?.(attributes, content)
    return made === undefined ? all : before + made + after
  })
  for (const [, name = '', attributes] of expanded.matchAll(any))
    if (attributes || /[-_]/.test(name) || expanded.includes(`[/${name}]`))
      leftOut(`[${name}]`, 'a shortcode of a plugin: kept as text')
  return expanded
}
