import { LinkifyIt } from 'linkify-it'
import { type LinkKind, linkToken } from '../content/link-tokens.ts'
import { mentionToken } from './mentions.ts'
import { safeUrl } from './safe-url.ts'

export type MessagePart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; url: string }
  /** The text is `@Name`. */
  | { kind: 'mention'; text: string; id: string }
  | { kind: LinkKind; target: string; label: string }

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

const tokenPattern = new RegExp(
  String.raw`${linkToken.source}|\[([^[\]\n]*)\]\(file:([0-9a-f]{32})\)|${mentionToken.source}`,
  'gi',
)

// control characters that display a URL in another order
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** The parts in their order; together they are the whole message. */
export function parseMessage(message: string): MessagePart[] {
  const parts: MessagePart[] = []
  let from = 0
  for (const match of message.matchAll(tokenPattern)) {
    parts.push(...parseLinks(message.slice(from, match.index)))
    const [all, kind = 'file', target = match[5] ?? '', label = match[4] ?? ''] = match
    const [name, id] = [match[6], match[7]]
    if (name && id) parts.push({ kind: 'mention', text: `@${name}`, id: id.toLowerCase() })
    else parts.push({ kind: kind.toLowerCase() as LinkKind, target: target.toLowerCase(), label })
    from = match.index + all.length
  }
  return [...parts, ...parseLinks(message.slice(from))]
}

function parseLinks(text: string): MessagePart[] {
  const parts: MessagePart[] = []
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
