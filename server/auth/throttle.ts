import { isIPv6 } from 'node:net'
import { limits } from '../../contract/limits.ts'
import { fail } from '../http/fail.ts'
import type { Services } from '../services.ts'
import { countFailure, forgetFailures, forgetOldFailures, uncountFailure } from './queries.ts'

const { failuresPerName, failuresPerAddress, window } = limits.login

/** The eight groups of an IPv6 address. URL knows every way to write one, and writes it in one way. */
function groupsOf(address: string) {
  const written = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? '::'
  const [before = [], after = []] = written.split('::').map((part) => part.split(':').filter(Boolean))
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  )
}

// One home has a whole IPv6 /64: its addresses count as one. An IPv4 address in IPv6 clothing is that IPv4 address.
function networkOf(address: string) {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * Counts an attempt as failed before anything is hashed, so that many at once can't slip through until it is
 * known to be otherwise. What is counted is the peer's address, alone and together with the name tried: from
 * elsewhere the person gets in all the same (DECISIONS §2, "Auth").
 */
export async function reserveAttempt(services: Services, address: string, name: string) {
  const { db } = services
  const now = services.now()
  const fromHere = networkOf(address)
  const forName = `${fromHere} ${name}`
  await forgetOldFailures(db, now)
  for (const [key, most] of [
    [forName, failuresPerName],
    [fromHere, failuresPerAddress],
  ] as const) {
    const { failures, window_ends_at } = await countFailure(db, key, now, window)
    if (failures > most) fail('too_often', { retryAfter: Math.ceil((window_ends_at - now) / 1000) })
  }
  return {
    /** It was the right password: the failures before it are forgotten. */
    succeeded: async () => {
      await forgetFailures(db, forName)
      await uncountFailure(db, fromHere)
    },
    /** It couldn't be judged: it doesn't count. */
    takeBack: async () => {
      await uncountFailure(db, forName)
      await uncountFailure(db, fromHere)
    },
  }
}

export type Attempt = Awaited<ReturnType<typeof reserveAttempt>>
