import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { isPasswordHash } from '../accounts/no-password.ts'
import { fail } from '../http/fail.ts'
import { createFairQueue } from '../lib/queue.ts'
import { type HashCost, hashCost } from './hash-cost.ts'

const tagLength = 32

const derive = promisify(argon2)
const enqueue = createFairQueue({
  maxConcurrent: 2,
  maxWaiting: 64,
  maxWaitingPerKey: 16,
  refuse: () => fail('too_often', { retryAfterSeconds: 2 }),
})

/**
 * Hashes share the thread pool with file reads and DNS: few run at once, and a long queue is refused. The keys of sign-ins
 * take turns, so that nobody's many attempts keep others waiting.
 */
export const queueHash = <T>(task: () => Promise<T>, key: string | symbol = Symbol()) => enqueue(key, task)

const hashWith = (password: string, nonce: Buffer, cost: HashCost) =>
  derive('argon2id', { message: Buffer.from(password, 'utf8'), nonce, tagLength, ...cost })

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const encodeCost = ({ memory, passes, parallelism }: HashCost) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`

/** True for a hash of another cost than new ones have. */
const isOutdated = (hash: string) => !hash.startsWith(encodeCost(hashCost))

/** The same letters are the same password: some keyboards and copied texts write ñ and á as two code points. */
const composed = (password: string) => password.normalize('NFC')

/** True for a hash that `hashPassword` would make otherwise today. */
export const mustRenew = (password: string, hash: string) => isOutdated(hash) || password !== composed(password)

/** An argon2id hash in the PHC string format. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const tag = await queueHash(() => hashWith(composed(password), salt, hashCost))
  return `${encodeCost(hashCost)}${encode(salt)}$${encode(Buffer.from(tag))}`
}

/** A salt with today's cost, in the PHC string format without a tag. */
export const saltWithCost = (salt: Buffer) => `${encodeCost(hashCost)}${encode(salt)}`

const saltFormat = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)$/
/** Cost of salts that are stored alone: today's cost may change, this one not. */
const costOfBareSalts = { memory: 19_456, passes: 2, parallelism: 1 }

/** For secrets that share a salt, by the cost that stands with it. */
export async function hashWithSalt(secret: string, salt: string) {
  const [whole, m, t, p, encoded = ''] = saltFormat.exec(salt) ?? []
  const cost = whole === undefined ? costOfBareSalts : { memory: Number(m), passes: Number(t), parallelism: Number(p) }
  const nonce = whole === undefined ? Buffer.from(salt, 'base64url') : Buffer.from(encoded, 'base64')
  return Buffer.from(await queueHash(() => hashWith(secret, nonce, cost)))
}

const phcFormat = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/
// Hash for unknown accounts and those without a password, so that all refusals take the same time.
const decoyHash = () => `${encodeCost(hashCost)}${encode(Buffer.alloc(16, 1))}$${encode(Buffer.alloc(32))}`

/** Spends what a hash of a lower cost lacks, so that the time of a refusal doesn't tell an old account from an unknown name. */
async function spendDifference(password: string, nonce: Buffer, spent: HashCost) {
  const { memory, passes } = hashCost
  const missing = memory * passes - spent.memory * spent.passes
  if (missing <= 0) return
  const passesMissing = Math.ceil(missing / memory)
  const memoryMissing = Math.floor(missing / passesMissing)
  // argon2 takes no less than 8 KiB
  if (memoryMissing >= 8)
    await hashWith(password, nonce, { memory: memoryMissing, passes: passesMissing, parallelism: 1 })
}

/** False without a hash or with `noPassword` or `onlyPasskeys`, after the same work. Runs inside `queueHash`, as sign-ins are counted there too. */
export async function verifyPassword(password: string, hash: string | undefined) {
  const known = hash !== undefined && isPasswordHash(hash)
  const [, m, t, p, salt = '', tag = ''] = phcFormat.exec(known ? hash : decoyHash()) ?? []
  const cost = { memory: Number(m), passes: Number(t), parallelism: Number(p) }
  const nonce = Buffer.from(salt, 'base64')
  const isTagOf = async (text: string) =>
    timingSafeEqual(Buffer.from(await hashWith(text, nonce, cost)), Buffer.from(tag, 'base64'))
  const isRight = await isTagOf(composed(password))
  await spendDifference(password, nonce, cost)
  if (isRight || password === composed(password)) return isRight && known
  // a hash that was made before passwords were composed
  return (await isTagOf(password)) && known
}
