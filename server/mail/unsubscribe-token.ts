import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PreferenceName } from '../../contract/notifications.ts'

/** Numbers are for ever: mails of years ago hold them. */
const numbers: Record<PreferenceName, number> = {
  new_posts: 1,
  admin_notifications: 2,
  comment_replies: 3,
  weekly_digest: 4,
}
const names = new Map(Object.entries(numbers).map(([name, number]) => [number, name as PreferenceName]))
const subjectBytes = 17
const allBytes = subjectBytes + 32

const seal = (key: Buffer, subject: Buffer) =>
  createHmac('sha256', key).update('unsubscribe\0').update(subject).digest()

/** Says whose preference of which kind of mail may be turned off by whoever has it; it never ends. */
export function tokenFor(key: Buffer, userId: string, preference: PreferenceName) {
  const subject = Buffer.concat([Buffer.from(userId, 'hex'), Buffer.of(numbers[preference])])
  return Buffer.concat([subject, seal(key, subject)]).toString('base64url')
}

/** What a token says; undefined when it wasn't made here. */
export function readToken(key: Buffer, token: string) {
  const bytes = Buffer.from(token, 'base64url')
  // one token, one spelling
  if (bytes.length !== allBytes || bytes.toString('base64url') !== token) return undefined
  const subject = bytes.subarray(0, subjectBytes)
  if (!timingSafeEqual(bytes.subarray(subjectBytes), seal(key, subject))) return undefined
  const preference = names.get(subject[subjectBytes - 1] ?? 0)
  return preference && { userId: subject.subarray(0, subjectBytes - 1).toString('hex'), preference }
}
