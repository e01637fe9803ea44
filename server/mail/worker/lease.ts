import { createHeldLease } from '../../db/held-lease.ts'
import { deleteLease } from '../../db/leases.ts'
import type { Services } from '../../services.ts'
import { makeSoonDue, renewReservation } from './queries.ts'

/** Longer than the lease, by the possible difference between the clocks of two processes. */
const reservationMs = 60_000

/**
 * Lease to send mail. Sending may take longer, so the delivery in progress has a reservation of its own, which is renewed
 * even if the lease is lost.
 */
export function createLease(services: Pick<Services, 'db' | 'now' | 'newId' | 'log'>) {
  const { db, now } = services
  let reservedId: string | undefined
  const lease = createHeldLease(services, 'mail', async () => {
    if (reservedId) await renewReservation(db, reservedId, now() + reservationMs)
  })

  return {
    ...lease,
    async withReservation<T>(id: string, work: () => Promise<T>) {
      reservedId = id
      return work().finally(() => {
        reservedId = undefined
      })
    },
    reservedUntil: () => now() + reservationMs,
    /** Takes lease and reservations from a dead process, where no other one can exist. */
    async seize() {
      await deleteLease(db, 'mail')
      await makeSoonDue(db, now(), now() + reservationMs)
    },
  }
}

export type Lease = ReturnType<typeof createLease>
