import { setTimeout } from 'node:timers/promises'
import { deleteLease, takeLease } from '../db/leases.ts'
import { lastMomentAt } from '../lib/daily-moments.ts'
import { poll } from '../lib/poll.ts'
import type { Services } from '../services.ts'
import { type Ages, removeOld } from './remove-old.ts'

const hour = '03:00'
const pollIntervalMs = 60_000
/** After a fault. */
const retryDelayMs = 10 * 60_000

/** Time for others between two steps. */
const pauseMs = 20
/** Renewed in between; longer than a step takes by far. */
const lease = { durationMs: 10 * 60_000, renewIntervalMs: 60_000 }

/**
 * Removes what is over its age, every night, and after the start as the server may be off at night. One process at a
 * time does it.
 */
export function startRetention(services: Services, ages: Ages, timeZone: string) {
  const { db, now, newId, log } = services
  const holder = newId()
  let isStopped = false
  let renewAt = 0
  let doneAt = Number.NEGATIVE_INFINITY
  let retryAt = 0

  function takeOrRenew() {
    renewAt = performance.now() + lease.renewIntervalMs
    return takeLease(db, 'retention', holder, now(), now() + lease.durationMs)
  }

  async function pause() {
    await setTimeout(pauseMs)
    return !isStopped && (performance.now() < renewAt || (await takeOrRenew()))
  }

  const removing = poll({
    everyMs: pollIntervalMs,
    async work() {
      if (doneAt >= lastMomentAt(hour, timeZone, now())) return
      if (now() < retryAt || !(await takeOrRenew())) return
      const at = now()
      retryAt = at + retryDelayMs
      try {
        const removed = await removeOld(services, ages, pause)
        doneAt = at
        if (Object.values(removed).some((count) => count > 0)) log.info(removed, 'what is over its age was removed')
      } finally {
        await deleteLease(db, 'retention', holder)
      }
    },
    onError: (err) => log.warn({ err }, 'what is over its age could not be removed'),
  })
  removing.wake()

  return {
    stop() {
      isStopped = true
      return removing.stop()
    },
  }
}
