import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { fail } from '../http/fail.ts'
import { createFairQueue } from '../lib/queue.ts'

interface HashCost {
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** OWASP's smaller profile: 19 MiB, two passes. About 20 ms of one core, off the main thread. Only tests lower it. */
export const hashCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }

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

const hashWith = async (password: string, nonce: Buffer, cost: HashCost) =>
  Buffer.from(await derive('argon2id', { message: Buffer.from(password, 'utf8'), nonce, tagLength, ...cost }))

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const encodeCost = ({ memory, passes, parallelism }: HashCost) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`

/** A salt with today's cost, in the PHC string format without a tag. */
export const saltWithCost = (salt: Buffer) => `${encodeCost(hashCost)}${encode(salt)}`

const phcFormat = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)(?:\$([^$]+))?$/

/** Undefined for any other text. */
function parse(text: string) {
  const [whole, memory, passes, parallelism, salt = '', tag = ''] = phcFormat.exec(text) ?? []
  if (whole === undefined) return undefined
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** The same letters are the same password: some keyboards and copied texts write ñ and á as two code points. */
const composed = (password: string) => password.normalize('NFC')

/** True for a hash that `hashPassword` would make otherwise today. */
export const mustRenew = (password: string, hash: string) =>
  !hash.startsWith(encodeCost(hashCost)) || password !== composed(password)

/** An argon2id hash in the PHC string format. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const tag = await queueHash(() => hashWith(composed(password), salt, hashCost))
  return `${saltWithCost(salt)}$${encode(tag)}`
}

/** Cost of salts that are stored alone: today's cost may change, this one not. */
const costOfBareSalts = { memory: 19_456, passes: 2, parallelism: 1 }

/** For secrets that share a salt, by the cost that stands with it. */
export function hashWithSalt(secret: string, salt: string) {
  const { nonce, cost } = parse(salt) ?? { nonce: Buffer.from(salt, 'base64url'), cost: costOfBareSalts }
  return queueHash(() => hashWith(secret, nonce, cost))
}

/** Stands in for unknown accounts and those without a password, so that all refusals take the same time. */
const decoy = () => ({ cost: hashCost, nonce: Buffer.alloc(16, 1), tag: Buffer.alloc(tagLength) })

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

/** False without a hash, after the same work. Runs inside `queueHash`, as sign-ins are counted there too. */
export async function verifyPassword(password: string, hash: string | undefined) {
  const known = parse(hash ?? '')
  const { cost, nonce, tag } = known ?? decoy()
  const isTagOf = async (text: string) => timingSafeEqual(await hashWith(text, nonce, cost), tag)
  const isRight = await isTagOf(composed(password))
  await spendDifference(password, nonce, cost)
  if (isRight || password === composed(password)) return isRight && known !== undefined
  // a hash that was made before passwords were composed
  return (await isTagOf(password)) && known !== undefined
}
