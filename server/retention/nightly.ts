import { setTimeout } from 'node:timers/promises'
import { isClockDoubted } from '../clock/rules.ts'
import { type Lease, withLease } from '../db/leases.ts'
import { lastMomentAt } from '../lib/daily-moments.ts'
import type { Services } from '../services.ts'
import { type Ages, removeOld } from './remove-old.ts'

const hour = '03:00'

/** Time for others between two steps. */
const pauseMs = 20

interface Options {
  isStopped?: () => boolean
  /** After a failure, or a lost lease. */
  retryDelayMs?: number
}

/**
 * Work of a job that removes old rows every night, and after the start as the server may be off at night. One process at a
 * time does it.
 */
export function createRetention(
  services: Services,
  ages: Ages,
  timeZone: string,
  { isStopped = () => false, retryDelayMs = 10 * 60_000 }: Options = {},
) {
  const { db, now, log } = services
  let doneAt = Number.NEGATIVE_INFINITY
  /** A time of the steady clock: the other one may leap. */
  let retryAt = 0

  async function removeAt(at: number, { isHeld }: Lease) {
    retryAt = performance.now() + retryDelayMs
    async function pause() {
      await setTimeout(pauseMs)
      return !isStopped() && isHeld()
    }
    const { removed, isComplete } = await removeOld({ ...services, now: () => at }, ages, pause)
    if (isComplete) doneAt = at
    if (Object.values(removed).some((count) => count > 0)) log.info(removed, 'old rows removed')
  }

  return async () => {
    const at = now()
    if (doneAt >= lastMomentAt(hour, timeZone, at) && doneAt <= at) return
    if (performance.now() < retryAt || (await isClockDoubted(db, at))) return
    await withLease(services, 'retention', (lease) => removeAt(at, lease))
  }
}
