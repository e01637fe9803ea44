import { LinkifyIt } from 'linkify-it'
import { type LinkKind, linkToken } from '../../contract/link-tokens.ts'
import { safeUrl } from '../markdown/safe-url.ts'
import { texts } from './texts.ts'

/** A part of a message: words, an address in them, or a token of the archive or of a post. */
export type Piece =
  | { kind: 'words'; text: string }
  | { kind: 'link'; text: string; url: string }
  | { kind: LinkKind; target: string; label: string }

// a full stop without a space after it, as in «vale.no», is no address: one without a scheme begins with www.
const addresses = new LinkifyIt({ fuzzyLink: false })
  .add('ftp:', null)
  .add('//', null)
  .add('xmpp:', { validate: (text, at, it) => it.testSchemaAt(text, 'mailto:', at) })
  .add('irc:', { validate: (text, at, it) => it.testSchemaAt(text, 'http:', at) })
  .add('ircs:', { validate: (text, at, it) => it.testSchemaAt(text, 'http:', at) })
  .add('www.', {
    validate(text, at, it) {
      const start = '//www.'
      return Math.max(0, it.testSchemaAt(start + text.slice(at), 'http:', 0) - start.length)
    },
    normalize(match) {
      match.url = `http://${match.raw}`
    },
  })

const token = new RegExp(String.raw`${linkToken.source}|\[([^[\]\n]*)\]\(file:([0-9a-f]{32})\)`, 'gi')

// signs that would show an address in another order than it has
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** Together the pieces are the message, in its order. */
export function piecesOf(message: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of message.matchAll(token)) {
    pieces.push(...linked(message.slice(from, match.index)))
    const [all, kind = 'file', target = match[5] ?? '', label = match[4] ?? ''] = match
    pieces.push({ kind: kind.toLowerCase() as LinkKind, target: target.toLowerCase(), label })
    from = match.index + all.length
  }
  return [...pieces, ...linked(message.slice(from))]
}

/** As it is read aloud. */
export const spoken = (message: string) =>
  piecesOf(message)
    .map((piece) => ('text' in piece ? piece.text : piece.label || texts.unnamed[piece.kind]))
    .join('')

function linked(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  const words = (to: number) => to > from && pieces.push({ kind: 'words', text: text.slice(from, to) })
  for (const { index, lastIndex, raw, url } of addresses.match(text) ?? []) {
    const safe = turning.test(raw) ? '' : safeUrl(url)
    if (!safe) continue
    words(index)
    pieces.push({ kind: 'link', text: raw, url: safe })
    from = lastIndex
  }
  words(text.length)
  return pieces
}
