import { messageOf } from '../api/call.ts'

/** The text to show, logged too (SPEC §8, "Categories"). */
export function logFailure(error: unknown, otherwise: string) {
  const message = messageOf(error, otherwise)
  console.error(`${otherwise}: ${message}`)
  return message
}
