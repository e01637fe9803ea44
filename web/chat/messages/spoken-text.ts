import { parseMessage } from '../../../contract/markdown/parse-message.ts'
import { texts } from '../texts.ts'

/** A message as a screen reader says it. */
export const toSpokenText = (message: string) =>
  parseMessage(message)
    .map((part) => ('text' in part ? part.text : part.label || texts.unnamed[part.kind]))
    .join('')
