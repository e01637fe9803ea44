import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../db/schema.ts'
import { lockNamed } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { readSecret } from '../../secrets/secrets.ts'
import type { Services } from '../../services.ts'
import { listTotp, setTotpSecret } from './queries.ts'

/** RFC 4226 recommends 160 bits. */
const secretBytes = 20
const momentBytes = 6

// Defaults of the library: SHA-1, six digits, 30 seconds. Authenticator apps know no others reliably.
const totpOf = (secret: Buffer, label = '') =>
  new TOTP({ issuer: 'Alejandría', label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })

export const codePattern = /^\d{6}$/

/** Time step of a right code, if it is later than `lastStep`. A clock may be half a minute wrong. */
export function stepOf(secret: Buffer, code: string, now: number, lastStep: number) {
  if (!codePattern.test(code)) return undefined
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  const step = delta === null ? undefined : totp.counter({ timestamp: now }) + delta
  return step !== undefined && step > lastStep ? step : undefined
}

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

const keyOf = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'alejandria seal', 32))

/** Encrypted, and bound to its context: a text that was moved to another person can't be opened. */
function seal(key: Buffer, context: string, bytes: Buffer) {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, keyOf(key), nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined for a text that wasn't sealed with this key in this context. */
function unseal(key: Buffer, context: string, text: string) {
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

type SealServices = Pick<Services, 'factorKey'>

const storedContext = (userId: string) => `totp ${userId}`
const sealSecret = ({ factorKey }: SealServices, userId: string, secret: Buffer) =>
  seal(factorKey, storedContext(userId), secret)
export const unsealSecret = ({ factorKey }: SealServices, userId: string, sealed: string) =>
  unseal(factorKey, storedContext(userId), sealed)

/** Sealed with the key of the database: since the start of this server the operator may have renewed it. */
export async function sealForStorage(tx: Db, userId: string, secret: Buffer) {
  await lockNamed(tx, 'factor_key')
  return sealSecret({ factorKey: await readSecret(tx, 'factors') }, userId, secret)
}

/** With the key of the start, or the one that the operator has made since; undefined if neither opens it. */
export const openStored = async (services: SealServices, tx: Db, userId: string, sealed: string) =>
  unsealSecret(services, userId, sealed) ?? unsealSecret({ factorKey: await readSecret(tx, 'factors') }, userId, sealed)

/** Makes another key, by `renew`, and seals all stored secrets with it. Those that can't be opened stay as they are. */
export async function sealWithNewKey(tx: Db, renew: () => Promise<unknown>) {
  await lockNamed(tx, 'factor_key')
  const factorKey = await readSecret(tx, 'factors')
  await renew()
  const newKey = await readSecret(tx, 'factors')
  let unopened = 0
  for (const { user_id, secret } of await listTotp(tx)) {
    const opened = unsealSecret({ factorKey }, user_id, secret)
    if (opened) await setTotpSecret(tx, user_id, sealSecret({ factorKey: newKey }, user_id, opened))
    else unopened++
  }
  return { unopened }
}

const setupContext = (user: SignedIn) => `totp setup ${user.id} ${user.session_id}`

/** A secret that isn't stored yet: the token brings it back, from the same session and for some minutes. */
export function beginSetup({ factorKey, now }: Services, user: SignedIn) {
  const secret = randomBytes(secretBytes)
  const endsAt = Buffer.alloc(momentBytes)
  endsAt.writeUIntBE(now() + limits.secondStep.setupMs, 0, momentBytes)
  const totp = totpOf(secret, user.name)
  return {
    secret: totp.secret.base32,
    uri: totp.toString(),
    token: seal(factorKey, setupContext(user), Buffer.concat([endsAt, secret])),
  }
}

/** Undefined once the token has ended, and for one of another session. */
export function readSetup({ factorKey, now }: Services, user: SignedIn, token: string) {
  const bytes = unseal(factorKey, setupContext(user), token)
  return bytes && bytes.readUIntBE(0, momentBytes) > now() ? bytes.subarray(momentBytes) : undefined
}
