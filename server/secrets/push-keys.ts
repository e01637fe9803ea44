// The key by which push services know the server (VAPID, RFC 8292).
import { createECDH, createPrivateKey, sign } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import { readSecret } from './secrets.ts'

export const curve = 'prime256v1'
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
