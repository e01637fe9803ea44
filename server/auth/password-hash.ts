import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { fail } from '../http/fail.ts'

// OWASP's smaller profile: 19 MiB, two passes. About 20 ms of one core, off the main thread.
const memory = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32

const atOnce = 2
const waitingAtMost = 64

const derive = promisify(argon2)
const waiting: (() => void)[] = []
let running = 0

// Hashes take the threads that files and names are read with: only so many at once, and only so many in line.
async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingAtMost) fail('too_often', { retryAfter: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const hashWith = (password: string, nonce: Buffer, cost: { memory: number; passes: number; parallelism: number }) =>
  inLine(() => derive('argon2id', { message: Buffer.from(password, 'utf8'), nonce, tagLength, ...cost }))

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** The password as an argon2id string of the PHC form. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const tag = await hashWith(password, salt, { memory, passes, parallelism })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(Buffer.from(tag))}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/
// Hashed against when there is no such account, so that both refusals take one hash and the same time.
const decoy = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(Buffer.alloc(16, 1))}$${encode(Buffer.alloc(32))}`

/** Whether the password is the one that was hashed; always false, after the same work, when there is no hash. */
export async function verifyPassword(password: string, hash: string | undefined) {
  const [, m, t, p, salt = '', tag = ''] = form.exec(hash ?? decoy) ?? []
  const cost = { memory: Number(m), passes: Number(t), parallelism: Number(p) }
  const derived = await hashWith(password, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(Buffer.from(derived), Buffer.from(tag, 'base64')) && hash !== undefined
}
