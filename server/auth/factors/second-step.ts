// The second step of a sign-in: codes of an app, whose secrets are stored sealed, and recovery codes.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { limits } from '../../../contract/limits.ts'
import { record } from '../../audit/rules.ts'
import type { Db, UserRow } from '../../db/schema.ts'
import { lockNamed, transaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/serve.ts'
import { mailSecurityEvent } from '../../mail/security-mails.ts'
import { readSecret } from '../../secrets/queries.ts'
import type { Services } from '../../services.ts'
import { hashWithSalt, saltWithCost } from '../password-hash.ts'
import {
  countInWindow,
  countRecoveryCodes,
  deleteCount,
  deleteRecoveryCode,
  findTotp,
  insertRecoveryCodes,
  listRecoveryCodes,
  listTotp,
  setLastStep,
  setTotpSecret,
  uncount,
} from '../queries.ts'
import { refuseUntil } from '../sign-in-limit.ts'

/** RFC 4226 recommends 160 bits. */
const secretBytes = 20
const momentBytes = 6

// Defaults of the library: SHA-1, six digits, 30 seconds. Authenticator apps know no others reliably.
const totpOf = (secret: Buffer, label = '') =>
  new TOTP({ issuer: 'Alejandría', label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })

const codePattern = /^\d{6}$/

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
const openStored = async (services: SealServices, tx: Db, userId: string, sealed: string) =>
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

/** Without letters and digits that are taken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 3
const groupLength = 4

const newRecoveryCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** As typed, with or without hyphens, spaces and capitals. */
const normalize = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

/** All have one salt and cost, so that a typed code is hashed once. */
export async function makeRecoveryCodes() {
  const salt = saltWithCost(randomBytes(16))
  const codes = Array.from({ length: limits.secondStep.recoveryCodes }, newRecoveryCode)
  const hashes: string[] = []
  // one after the other: sign-ins wait in the same queue
  for (const code of codes) hashes.push((await hashWithSalt(normalize(code), salt)).toString('base64url'))
  return { codes, hashes, salt }
}

export const storeRecoveryCodes = (
  { now }: Pick<Services, 'now'>,
  tx: Db,
  userId: string,
  { hashes, salt }: Awaited<ReturnType<typeof makeRecoveryCodes>>,
) => {
  const created_at = now()
  return insertRecoveryCodes(
    tx,
    hashes.map((code_hash) => ({ user_id: userId, code_hash, salt, created_at })),
  )
}

/** Hash of a typed code. The same work is done for an account without codes. */
async function hashTypedCode(db: Db, userId: string, typed: string) {
  const [row] = await listRecoveryCodes(db, userId)
  return hashWithSalt(normalize(typed), row ? row.salt : saltWithCost(Buffer.alloc(16)))
}

const { maxFailures, windowMs, maxFailuresPerDay, dayMs } = limits.secondStep

const countKeysOf = (userId: string) => ({ recent: `code ${userId}`, ofDay: `codes of a day ${userId}` })

/**
 * Counts a code of the app as wrong before it is looked at, whatever address it comes from: only somebody who knows the
 * password gets here. At the limit the person is told by mail. Recovery codes can't be guessed, and stay open.
 */
async function countCode(services: Services, { id }: UserRow) {
  const { db, now } = services
  const { recent, ofDay } = countKeysOf(id)
  const refusedUntil = await transaction(db, async (tx) => {
    const day = await countInWindow(tx, ofDay, now(), dayMs)
    const last = await countInWindow(tx, recent, now(), windowMs)
    if (last.failures === maxFailures) await mailSecurityEvent(services, tx, { id }, 'codes_guessed')
    if (last.failures > maxFailures) await uncount(tx, ofDay)
    if (last.failures > maxFailures) return last.window_ends_at
    return day.failures > maxFailuresPerDay ? day.window_ends_at : undefined
  })
  if (refusedUntil !== undefined) refuseUntil(refusedUntil, now())
}

async function useAppCode(services: Services, tx: Db, { id }: UserRow, code: string) {
  const stored = await findTotp(tx, id)
  const secret = stored && (await openStored(services, tx, id, stored.secret))
  const { recent, ofDay } = countKeysOf(id)
  if (stored && !secret) {
    // no code would be right: this says nothing about the person, and is the operator's to mend
    services.log.error({ user: id }, 'the secret of a second factor can not be opened')
    await uncount(tx, recent)
    await uncount(tx, ofDay)
    return false
  }
  const step = secret && stepOf(secret, code, services.now(), stored.last_step)
  if (step === undefined) return false
  await setLastStep(tx, id, step)
  await deleteCount(tx, recent)
  await uncount(tx, ofDay)
  return true
}

/** True if it is the hash of an unused recovery code, which is used up; of two at once one is right. */
async function useRecoveryCode(services: Services, tx: Db, user: UserRow, hash: Buffer, address: string) {
  const rows = await listRecoveryCodes(tx, user.id)
  const found = rows.find(({ code_hash }) => timingSafeEqual(Buffer.from(code_hash, 'base64url'), hash))
  if (!found || !(await deleteRecoveryCode(tx, user.id, found.code_hash))) return false
  const left = await countRecoveryCodes(tx, user.id)
  await record(services, tx, { ...user, address }, 'recovery_code_used', { detail: `quedan ${left}` })
  await mailSecurityEvent(services, tx, user, 'recovery_code_used')
  return true
}

type SecondStep = (tx: Db, user: UserRow) => Promise<'done' | 'second_factor_required' | 'wrong_code'>

const withoutCode: SecondStep = async (_tx, user) =>
  user.second_factor_at === null ? 'done' : 'second_factor_required'

/**
 * The second step after a right password, for the transaction of the sign-in, with the account locked there. What takes
 * time is done before.
 */
export async function prepareSecondStep(
  services: Services,
  account: UserRow,
  typed: string | undefined,
  address: string,
): Promise<SecondStep> {
  if (typed === undefined || account.second_factor_at === null || account.deactivated_at !== null) return withoutCode
  const code = typed.replace(/[\s-]/g, '')
  if (codePattern.test(code)) {
    await countCode(services, account)
    return async (tx, user) => ((await useAppCode(services, tx, user, code)) ? 'done' : 'wrong_code')
  }
  const hash = await hashTypedCode(services.db, account.id, typed)
  return async (tx, user) => ((await useRecoveryCode(services, tx, user, hash, address)) ? 'done' : 'wrong_code')
}
