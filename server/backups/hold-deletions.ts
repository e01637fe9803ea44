import { deleteLease, takeLease } from '../db/leases.ts'
import type { Db } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { OperatorError } from '../operator-error.ts'

const leaseMs = 120_000
const renewIntervalMs = 30_000

/** While it is held, no process deletes bytes of the archive (`deleteOrphans`). */
export async function holdDeletions(db: Db) {
  const holder = newId()
  let validUntil = 0
  async function take() {
    const begunAt = performance.now()
    const isTaken = await takeLease(db, 'backup', holder, Date.now(), Date.now() + leaseMs)
    if (isTaken) validUntil = begunAt + leaseMs
    return isTaken
  }
  if (!(await take()))
    throw new OperatorError('another snapshot of this community is being made: try again when it has ended')
  const timer = setInterval(() => {
    // a failed renewal is made up for by the next one, or the lease is lost
    take().catch(() => {})
  }, renewIntervalMs)
  return {
    requireHeld() {
      if (performance.now() > validUntil)
        throw new OperatorError('files may have been deleted while the snapshot was made: start again')
    },
    async release() {
      clearInterval(timer)
      await deleteLease(db, 'backup', holder)
    },
  }
}

export type Lease = Awaited<ReturnType<typeof holdDeletions>>
