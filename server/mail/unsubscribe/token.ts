import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PreferenceName } from '../../../contract/preferences.ts'

/** Never changed: links in old mails contain them. */
const numbers: Record<PreferenceName, number> = {
  new_posts: 1,
  admin_notifications: 2,
  comment_replies: 3,
  weekly_digest: 4,
}
const names = new Map(Object.entries(numbers).map(([name, number]) => [number, name as PreferenceName]))
const subjectBytes = 17
const tokenBytes = subjectBytes + 32

const signatureOf = (key: Buffer, subject: Buffer) =>
  createHmac('sha256', key).update('unsubscribe\0').update(subject).digest()

/** Token to turn off one preference of one person. It never expires. */
export function signToken(key: Buffer, userId: string, preference: PreferenceName) {
  const subject = Buffer.concat([Buffer.from(userId, 'hex'), Buffer.of(numbers[preference])])
  return Buffer.concat([subject, signatureOf(key, subject)]).toString('base64url')
}

export interface UnsubscribeToken {
  userId: string
  preference: PreferenceName
}

/** Undefined if this server didn't sign it. */
export function readToken(key: Buffer, token: string): UnsubscribeToken | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // decoding ignores foreign characters: only one spelling of a token is valid
  if (bytes.length !== tokenBytes || bytes.toString('base64url') !== token) return undefined
  const subject = bytes.subarray(0, subjectBytes)
  if (!timingSafeEqual(bytes.subarray(subjectBytes), signatureOf(key, subject))) return undefined
  const preference = names.get(subject[subjectBytes - 1] ?? 0)
  return preference && { userId: subject.subarray(0, subjectBytes - 1).toString('hex'), preference }
}
