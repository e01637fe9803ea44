import { createHeldLease } from '../../db/held-lease.ts'
import { deleteLease } from '../../db/leases.ts'
import { poll } from '../../lib/poll.ts'
import type { Services } from '../../services.ts'
import { deliverPushes } from './deliver.ts'
import { cleanUpPushes, hasDue } from './queries.ts'

const pollIntervalMs = 1000
const cleanUpIntervalMs = 10 * 60_000

/**
 * Sends queued push messages. Every process runs one, and one at a time sends. With `isAlone` no other process can exist, so
 * the lease of a dead one is taken at once.
 */
export function startPushWorker(services: Services, { isAlone }: { isAlone: boolean }) {
  const { db, now, bus, log } = services
  const lease = createHeldLease(services, 'push')
  let isSeized = !isAlone
  let isStopped = false

  const polling = poll({
    everyMs: pollIntervalMs,
    async work() {
      if (!isSeized) await deleteLease(db, 'push')
      isSeized = true
      // reads only, without work
      if (!(await hasDue(db, now()))) return
      await deliverPushes(services, lease, () => isStopped)
      await lease.release()
    },
    onError: (err) => log.warn({ err }, 'push messages could not be sent'),
    wakeOn: (wake) =>
      bus.subscribe(({ kind }) => {
        if (kind === 'push' || kind === 'resync') wake()
      }),
  })
  const cleaning = poll({
    everyMs: cleanUpIntervalMs,
    work: () => cleanUpPushes(services),
    onError: (err) => log.warn({ err }, 'old push messages could not be cleaned up'),
  })
  polling.wake()
  cleaning.wake()

  return {
    async stop() {
      isStopped = true
      await cleaning.stop()
      await polling.stop()
      await lease
        .close()
        .catch((err) => log.warn({ err }, 'the push lease could not be released: it expires by itself'))
    },
  }
}
