// The key by which push services know the server (VAPID, RFC 8292), and messages encrypted for a browser (RFC 8291 with
// the content coding of RFC 8188).
import { createCipheriv, createECDH, createPrivateKey, ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import { readSecret } from '../secrets/queries.ts'

const curve = 'prime256v1'
const keyLength = 32
const tokenLifetimeMs = 12 * 60 * 60_000

function makePrivateKey() {
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  const bytes = ecdh.getPrivateKey()
  // leading zeros are left out
  return Buffer.concat([Buffer.alloc(keyLength - bytes.length), bytes])
}

const toBase64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export interface PushKeys {
  /** The point, as browsers take it; base64url. */
  publicKey: string
  /** The header `Authorization` of a request to a push service. */
  authorize(service: string, subject: string | undefined, now: number): string
}

/** Made at the first start; of all processes. */
export async function readPushKeys(db: Db): Promise<PushKeys> {
  const privateKey = await readSecret(db, 'push', makePrivateKey)
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(privateKey)
  const point = ecdh.getPublicKey()
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey.toString('base64url'),
      x: point.subarray(1, 1 + keyLength).toString('base64url'),
      y: point.subarray(1 + keyLength).toString('base64url'),
    },
  })
  const publicKey = point.toString('base64url')
  return {
    publicKey,
    authorize(service, subject, now) {
      const claims = { aud: service, exp: Math.floor((now + tokenLifetimeMs) / 1000), sub: subject }
      const token = `${toBase64url({ typ: 'JWT', alg: 'ES256' })}.${toBase64url(claims)}`
      const signature = sign('sha256', Buffer.from(token), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${token}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

const recordSize = 4096
/** Longest body that every push service takes (RFC 8030, section 7.2). */
const maxBytes = 4096
const saltLength = 16
const tagLength = 16
/** Follows the text of the last record. */
const delimiter = Buffer.of(2)

interface BrowserKeys {
  /** base64url. */
  p256dh: string
  auth: string
}

const makeEphemeral = () => {
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  return { ecdh, salt: randomBytes(saltLength) }
}

/** False for what isn't a point of the curve. */
export function isPoint(key: string) {
  try {
    ECDH.convertKey(key, curve, 'base64url', 'hex', 'uncompressed')
    return true
  } catch {
    return false
  }
}

const derive = (secret: Buffer, salt: Buffer, info: (string | Buffer)[], length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, Buffer.concat(info.map((part) => Buffer.from(part))), length))

/** The body of a request to a push service, with the content coding `aes128gcm`. */
export function encrypt(text: string, { p256dh, auth }: BrowserKeys, { ecdh, salt } = makeEphemeral()) {
  const browserKey = Buffer.from(p256dh, 'base64url')
  const ownKey = ecdh.getPublicKey()
  const shared = ecdh.computeSecret(browserKey)
  const input = derive(shared, Buffer.from(auth, 'base64url'), ['WebPush: info\0', browserKey, ownKey], 32)
  const contentKey = derive(input, salt, ['Content-Encoding: aes128gcm\0'], 16)
  const nonce = derive(input, salt, ['Content-Encoding: nonce\0'], 12)
  const header = Buffer.alloc(saltLength + 5)
  salt.copy(header)
  header.writeUInt32BE(recordSize, saltLength)
  header.writeUInt8(ownKey.length, saltLength + 4)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce, { authTagLength: tagLength })
  const record = Buffer.concat([cipher.update(text), cipher.update(delimiter), cipher.final(), cipher.getAuthTag()])
  const body = Buffer.concat([header, ownKey, record])
  if (body.length > maxBytes) throw new Error(`a push message of ${body.length} bytes`)
  return body
}
