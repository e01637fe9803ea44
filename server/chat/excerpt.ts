import { withoutCutMention } from '../../contract/markdown/mentions.ts'
import { parseMessage } from '../../contract/markdown/parse-message.ts'
import { firstCharacters } from '../lib/first-characters.ts'

/** Characters read of a message for its excerpt: tokens of links are longer than what they show. */
export const excerptSource = 1000
const length = 120

/** The beginning of a message as one line of plain text. */
export function messageExcerpt(message: string) {
  const parts = parseMessage(withoutCutMention(message.slice(0, excerptSource)))
  const words = parts.map((part) => ('text' in part ? part.text : part.label)).join('')
  const text = words.replace(/\s+/g, ' ').trim()
  const first = firstCharacters(text, length)
  return first.length < text.length ? `${first.trimEnd()}…` : first
}
