import type { PreferenceName } from '../../../contract/preferences.ts'
import { readSigned, signBytes } from '../../lib/signed-token.ts'

/** Never changed: links in old mails contain them. */
const numbers: Record<PreferenceName, number> = {
  new_posts: 1,
  admin_notifications: 2,
  comment_replies: 3,
  weekly_digest: 4,
}
const names = new Map(Object.entries(numbers).map(([name, number]) => [number, name as PreferenceName]))
/** The subject is the person's id and the number of the preference. */
const kind = { purpose: 'unsubscribe', subjectBytes: 17, signatureBytes: 32 }

/** Token to turn off one preference of one person. It never expires. */
export const signToken = (key: Buffer, userId: string, preference: PreferenceName) =>
  signBytes(key, kind, Buffer.concat([Buffer.from(userId, 'hex'), Buffer.of(numbers[preference])]))

export type UnsubscribeToken = NonNullable<ReturnType<typeof readToken>>

/** Undefined if this server didn't sign it. */
export function readToken(key: Buffer, token: string) {
  const subject = readSigned(key, kind, token)
  const preference = names.get(subject?.at(-1) ?? 0)
  return subject && preference && { userId: subject.subarray(0, -1).toString('hex'), preference }
}
