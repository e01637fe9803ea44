import { hash } from 'node:crypto'
import { limits } from '../../contract/limits.ts'
import { hasSignedInFrom } from '../audit/queries.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import type { Budgets } from '../http/budgets.ts'
import { fail } from '../http/fail.ts'
import type { ClientInfo } from '../http/serve.ts'
import { networkOf, widerNetworkOf } from '../lib/network.ts'
import type { Services } from '../services.ts'
import { readSigns } from './devices.ts'
import { queueHash } from './password-hash.ts'
import { countInWindow, deleteCount, findCount, findKnownSign, uncount } from './queries.ts'

const { maxFailuresPerName, maxFailuresPerAddress, windowMs, fromUnknownNetworks } = limits.login

/** 429 until the end of a window. */
export const refuseUntil = (endsAt: number, now: number, detail?: string): never =>
  fail('too_often', { detail, retryAfterSeconds: Math.ceil((endsAt - now) / 1000) })

/** Counts one more under this key, and refuses it beyond `max`. */
export async function countOrRefuse(
  { now }: Pick<Services, 'now'>,
  db: Db,
  key: string,
  { max, windowMs }: { max: number; windowMs: number },
  detail?: string,
) {
  const { failures, window_ends_at } = await countInWindow(db, key, now(), windowMs)
  if (failures > max) refuseUntil(window_ends_at, now(), detail)
}

/** Counts a change of a person's own password, factors or recovery codes; refuses one too many. */
export const countChange = (services: Pick<Services, 'now'>, db: Db, { id }: { id: string }) =>
  countOrRefuse(
    services,
    db,
    `credentials ${id}`,
    limits.credentialChanges,
    'Has cambiado muchas veces seguidas con qué entras en tu cuenta. Vuelve a probar dentro de una hora.',
  )

interface CountedKey {
  key: string
  max: number
  windowMs: number
}

/**
 * Interval at which one attempt asks the database again, while all others are refused from memory. Short, so that
 * failures cleared by the operator are forgotten at once.
 */
const askIntervalMs = 250
const maxRemembered = 10_000

/**
 * Counts each attempt as failed before its password is hashed, so that concurrent attempts can't bypass the limit.
 * Failures are counted in the database per client network, and per network and name: from other networks the person can
 * still sign in (DECISIONS §2, "Auth"). A refused attempt writes nothing.
 */
export function createThrottle(
  { db, now }: Services,
  { takeSignIn, takeSignInOf }: Pick<Budgets, 'takeSignIn' | 'takeSignInOf'>,
) {
  const refusals = new Map<string, { endsAt: number; askAt: number }>()

  /** Refuses what was refused before, by a read at most: it costs no hash, and nothing of what others need. */
  async function refuseRemembered(keys: CountedKey[]) {
    for (const { key, max, windowMs } of keys) {
      const refusal = refusals.get(key)
      if (!refusal) continue
      if (refusal.endsAt > now() && refusal.askAt > performance.now()) refuseUntil(refusal.endsAt, now())
      refusal.askAt = performance.now() + askIntervalMs
      const counted = await findCount(db, key, now(), windowMs)
      if (counted && counted.failures >= max) {
        refusal.endsAt = counted.window_ends_at
        refuseUntil(refusal.endsAt, now())
      }
      refusals.delete(key)
    }
  }

  /** A refusal undoes the whole transaction: an attempt for a refused name doesn't count for its network. */
  const countAttempt = (keys: CountedKey[]) =>
    transaction(db, async (tx) => {
      for (const { key, max, windowMs } of keys) {
        const { failures, window_ends_at } = await countInWindow(tx, key, now(), windowMs)
        if (failures <= max) continue
        // the database knows what is forgotten
        if (refusals.size >= maxRemembered) refusals.clear()
        refusals.set(key, { endsAt: window_ends_at, askAt: performance.now() + askIntervalMs })
        refuseUntil(window_ends_at, now())
      }
    })

  /** In the order of `countAttempt`, as PostgreSQL locks the rows. */
  const forgetAttempt = ([network, name, account]: CountedKey[]) =>
    transaction(db, async (tx) => {
      if (network) await uncount(tx, network.key)
      if (name) await deleteCount(tx, name.key)
      if (account) await uncount(tx, account.key)
    })

  /** A browser that knows the person has a budget of its own, so that strangers don't use it up. */
  async function budgetElsewhere(name: string, { cookies }: ClientInfo) {
    const signs = readSigns(cookies)
    const sign = signs.length === 0 ? undefined : await findKnownSign(db, name, signs, now())
    // hashed, as it is kept for a day: what is typed as a name may be a password
    return sign === undefined ? `account ${hash('sha256', name, 'base64url')}` : `device ${sign}`
  }

  /**
   * Runs `verify`, unless there were too many failures, and returns its result. A truthy one, for a right password, clears
   * the earlier failures for the name. The name of a sign-in has a budget besides, for the networks that its person never
   * signed in from: thousands of addresses can't guess one account together, and the person isn't locked out at home, nor
   * in a browser of theirs.
   */
  return async <T>(address: string, name: string, verify: () => Promise<T>, signIn?: ClientInfo) => {
    const network = networkOf(address)
    const own = `${network} ${name}`
    const keys: CountedKey[] = [
      { key: network, max: maxFailuresPerAddress, windowMs },
      { key: own, max: maxFailuresPerName, windowMs },
    ]
    await refuseRemembered(keys)
    const wider = signIn && widerNetworkOf(address)
    if (signIn && !(wider && (await hasSignedInFrom(db, name, wider)))) {
      keys.push({ key: await budgetElsewhere(name, signIn), ...fromUnknownNetworks })
      await refuseRemembered(keys)
    }
    takeSignInOf(own)
    return queueHash(async () => {
      // others of the same network may have been refused meanwhile
      await refuseRemembered(keys)
      takeSignIn()
      await countAttempt(keys)
      const result = await verify()
      if (result) await forgetAttempt(keys)
      return result
    }, own)
  }
}

export type Throttle = ReturnType<typeof createThrottle>
