import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

const keyOf = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'alejandria seal', 32))

/** Encrypted, and bound to its context: a text that was moved to another person can't be opened. */
export function seal(key: Buffer, context: string, bytes: Buffer) {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, keyOf(key), nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined for a text that wasn't sealed with this key in this context. */
export function unseal(key: Buffer, context: string, text: string) {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < nonceLength + tagLength) return undefined
  const decipher = createDecipheriv(algorithm, keyOf(key), bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()])
  } catch {
    return undefined // changed, or of another context
  }
}
