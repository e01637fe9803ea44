import { deleteLease, type LeaseName, takeLease } from './leases.ts'
import type { Db } from './schema.ts'

const leaseMs = 30_000
const renewIntervalMs = 10_000
/** Minimum remainder of the lease for taking the next work. */
const minRemainingMs = 15_000

interface Context {
  db: Db
  now(): number
  newId(): string
  log: { warn(fields: object, text: string): void }
}

/**
 * Lease of one process at a time, renewed while it is held; it expires if that process dies. `renewMore` renews what
 * belongs to it, also while it is lost.
 */
export function createHeldLease(
  { db, now, newId, log }: Context,
  name: LeaseName,
  renewMore: () => Promise<unknown> = async () => {},
) {
  const holder = newId()
  let isHeld = false
  // monotonic, from before the query: never later than the expiry that other processes read
  let validUntil = 0
  let lastRenewal: Promise<unknown> = Promise.resolve()

  async function renewLease() {
    const startedAt = performance.now()
    isHeld = await takeLease(db, name, holder, now(), now() + leaseMs)
    validUntil = isHeld ? startedAt + leaseMs : 0
    return isHeld
  }

  async function release() {
    // a renewal in progress would take the lease again
    await lastRenewal
    if (isHeld) await deleteLease(db, name, holder)
    isHeld = false
  }

  async function renew() {
    await renewMore()
    if (isHeld) await renewLease()
  }

  const timer = setInterval(() => {
    lastRenewal = renew().catch((err) => log.warn({ err }, `the lease '${name}' could not be renewed`))
  }, renewIntervalMs)

  return {
    holder,
    /** False if another process has it. */
    acquire: async () => (isHeld && performance.now() < validUntil - minRemainingMs ? true : renewLease()),
    renew,
    release,
    async close() {
      clearInterval(timer)
      await release()
    },
  }
}
