import { withoutCutMention } from '../../contract/markdown/mentions.ts'
import { parseMessage } from '../../contract/markdown/parse-message.ts'
import { beginningOf } from '../lib/first-characters.ts'

/** Characters read of a message or comment for its excerpt: tokens of links are longer than what they show. */
export const excerptSource = 1000
const length = 120

/** A message with the labels of its links. */
export const messageText = (message: string) =>
  parseMessage(message)
    .map((part) => ('text' in part ? part.text : part.label))
    .join('')

/** The beginning of a message as one line of plain text. */
export function messageExcerpt(message: string) {
  const text = messageText(withoutCutMention(message.slice(0, excerptSource)))
  return beginningOf(text.replace(/\s+/g, ' ').trim(), length)
}
