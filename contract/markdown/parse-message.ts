import { type LinkKind, linkToken } from '../content/link-tokens.ts'
import { mentionToken } from './mentions.ts'
import { type LinkPart, recogniseLinks } from './recognise-links.ts'

export type MessagePart =
  | LinkPart
  /** The text is `@Name`. */
  | { kind: 'mention'; text: string; id: string }
  | { kind: LinkKind; target: string; label: string }

const tokenPattern = new RegExp(
  String.raw`${linkToken.source}|\[([^[\]\n]*)\]\(file:([0-9a-f]{32})\)|${mentionToken.source}`,
  'gi',
)

/** The parts in their order; together they are the whole message. */
export function parseMessage(message: string): MessagePart[] {
  const parts: MessagePart[] = []
  let from = 0
  for (const match of message.matchAll(tokenPattern)) {
    parts.push(...recogniseLinks(message.slice(from, match.index)))
    const [all, kind = 'file', target = match[5] ?? '', label = match[4] ?? ''] = match
    const [name, id] = [match[6], match[7]]
    if (name && id) parts.push({ kind: 'mention', text: `@${name}`, id: id.toLowerCase() })
    else parts.push({ kind: kind.toLowerCase() as LinkKind, target: target.toLowerCase(), label })
    from = match.index + all.length
  }
  return [...parts, ...recogniseLinks(message.slice(from))]
}
