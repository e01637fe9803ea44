import { deleteLease, takeLease } from '../../db/leases.ts'
import type { Services } from '../../services.ts'
import { makeSoonDue, renewReservation } from './queries.ts'

const leaseMs = 30_000
const renewIntervalMs = 10_000
/** Minimum remainder of the lease for taking a delivery. */
const minRemainingMs = 15_000
/** Longer than the lease, by the possible difference between the clocks of two processes. */
const reservationMs = 60_000

/**
 * Lease to send mail, held by one process at a time; it expires if that process dies. Sending may take longer, so the
 * delivery in progress has a reservation of its own, which is renewed even if the lease is lost.
 */
export function createLease({ db, now, newId, log }: Pick<Services, 'db' | 'now' | 'newId' | 'log'>) {
  const holder = newId()
  let isHeld = false
  let reservedId: string | undefined
  // monotonic, from before the query: never later than the expiry that other processes read
  let validUntil = 0
  let lastRenewal: Promise<unknown> = Promise.resolve()

  async function renewLease() {
    const startedAt = performance.now()
    isHeld = await takeLease(db, 'mail', holder, now(), now() + leaseMs)
    validUntil = isHeld ? startedAt + leaseMs : 0
    return isHeld
  }

  async function release() {
    // a renewal in progress would take the lease again
    await lastRenewal
    if (isHeld) await deleteLease(db, 'mail', holder)
    isHeld = false
  }

  async function renew() {
    if (reservedId) await renewReservation(db, reservedId, now() + reservationMs)
    if (isHeld) await renewLease()
  }

  const timer = setInterval(() => {
    if (isHeld || reservedId)
      lastRenewal = renew().catch((err) => log.warn({ err }, 'the mail lease could not be renewed'))
  }, renewIntervalMs)

  return {
    holder,
    /** False if another process has it. */
    acquire: async () => (isHeld && performance.now() < validUntil - minRemainingMs ? true : renewLease()),
    async withReservation<T>(id: string, work: () => Promise<T>) {
      reservedId = id
      return work().finally(() => {
        reservedId = undefined
      })
    },
    reservedUntil: () => now() + reservationMs,
    renew,
    /** Takes lease and reservations from a dead process, where no other one can exist. */
    async seize() {
      await deleteLease(db, 'mail')
      await makeSoonDue(db, now(), now() + reservationMs)
    },
    release,
    async close() {
      clearInterval(timer)
      await release()
    },
  }
}

export type Lease = ReturnType<typeof createLease>
