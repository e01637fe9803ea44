import { createHmac, timingSafeEqual } from 'node:crypto'

/** A token is bytes and their signature, which is for one purpose. It is stored nowhere. */
interface Kind {
  purpose: string
  subjectBytes: number
  signatureBytes: number
}

const signatureOf = (key: Buffer, { purpose, signatureBytes }: Kind, subject: Buffer) =>
  createHmac('sha256', key).update(`${purpose}\0`).update(subject).digest().subarray(0, signatureBytes)

export const signBytes = (key: Buffer, kind: Kind, subject: Buffer) =>
  Buffer.concat([subject, signatureOf(key, kind, subject)]).toString('base64url')

/** The bytes in a token; undefined if this server didn't sign them for this purpose. */
export function readSigned(key: Buffer, kind: Kind, token: string) {
  const { subjectBytes, signatureBytes } = kind
  const bytes = Buffer.from(token, 'base64url')
  // decoding ignores foreign characters: only one spelling of a token is valid
  if (bytes.length !== subjectBytes + signatureBytes || bytes.toString('base64url') !== token) return undefined
  const subject = bytes.subarray(0, subjectBytes)
  return timingSafeEqual(bytes.subarray(subjectBytes), signatureOf(key, kind, subject)) ? subject : undefined
}
