import { poll } from '../../lib/poll.ts'
import type { Services } from '../../services.ts'
import { deliverDue, hasWork } from './deliver.ts'
import { failQueueAfterRestore } from './fail-after-restore.ts'
import { createLease } from './lease.ts'

const pollIntervalMs = 3000
/** Time for the delivery in progress after `stop`; then the transport is closed. */
const stopTimeoutMs = 6000

/**
 * Sends queued mail. Every process runs one, and one at a time sends. With `isAlone` no other process can exist, so the
 * lease of a dead one is taken at once.
 */
export function startMailWorker(services: Services, { isAlone }: { isAlone: boolean }) {
  const { bus, log, mailTransport } = services
  const lease = createLease(services)
  const startedAt = services.now()
  const seized = isAlone
    ? lease
        .seize()
        .catch((err) =>
          log.warn({ err }, 'the mail lease of an earlier process could not be taken: mail waits until it expires'),
        )
    : Promise.resolve()
  let isStopped = false
  let isChecked = false

  const polling = poll({
    everyMs: pollIntervalMs,
    async work() {
      await seized
      // nothing is sent before this check, even if the database is unreachable for long
      if (!isChecked) await failQueueAfterRestore(services, { startedAt, isAlone })
      isChecked = true
      // reads only, without work
      if (!(await hasWork(services))) return
      await deliverDue(services, lease, () => isStopped)
      await lease.release()
    },
    onError: (err) => log.warn({ err }, 'mail could not be sent'),
    wakeOn: (wake) =>
      bus.subscribe(({ kind }) => {
        if (kind === 'mail' || kind === 'resync') wake()
      }),
  })
  polling.wake()

  return {
    async stop() {
      isStopped = true
      const timer = setTimeout(() => mailTransport.close(), stopTimeoutMs)
      await polling.stop()
      clearTimeout(timer)
      await lease
        .close()
        .catch((err) => log.warn({ err }, 'the mail lease could not be released: it expires by itself'))
    },
  }
}
