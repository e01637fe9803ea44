import { LinkifyIt } from 'linkify-it'
import { safeUrl } from './safe-url.ts'

export type LinkPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; url: string }

// a full stop without a space after it, as in «vale.no», is no address: URLs without a scheme must begin with www.
const linkify = new LinkifyIt({ fuzzyLink: false })
  .add('ftp:', null)
  .add('//', null)
  .add('xmpp:', { validate: (text, at, it) => it.testSchemaAt(text, 'mailto:', at) })
  .add('irc:', { validate: (text, at, it) => it.testSchemaAt(text, 'http:', at) })
  .add('ircs:', { validate: (text, at, it) => it.testSchemaAt(text, 'http:', at) })
  .add('www.', {
    validate(text, at, it) {
      const prefix = '//www.'
      return Math.max(0, it.testSchemaAt(prefix + text.slice(at), 'http:', 0) - prefix.length)
    },
    normalize(match) {
      match.url = `http://${match.raw}`
    },
  })

// control characters that display a URL in another order
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/**
 * Where addresses stand in words, in messages and in Markdown: they end before closing signs of any script. The parts in
 * their order are the whole text.
 */
export function recogniseLinks(text: string): LinkPart[] {
  const parts: LinkPart[] = []
  let from = 0
  const addText = (to: number) => to > from && parts.push({ kind: 'text', text: text.slice(from, to) })
  for (const { index, lastIndex, raw, url } of linkify.match(text) ?? []) {
    const safe = bidiControls.test(raw) ? '' : safeUrl(url)
    if (!safe) continue
    addText(index)
    parts.push({ kind: 'link', text: raw, url: safe })
    from = lastIndex
  }
  addText(text.length)
  return parts
}
