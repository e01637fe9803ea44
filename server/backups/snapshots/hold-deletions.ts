import * as z from 'zod/mini'
import { deleteLease, readLease, takeLease } from '../../db/leases.ts'
import type { Db } from '../../db/schema.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { InUse, OperatorError } from '../../operator-error.ts'
import { createDeadline } from '../store/deadline.ts'
import { Holder, hasEnded, newHolder } from '../store/holder.ts'

const leaseMs = 120_000
const renewIntervalMs = 30_000

/** A command that was killed holds nobody up. */
async function releaseIfEnded(db: Db) {
  const text = await readLease(db, 'backup')
  const holder = z.safeParse(Holder, parseJson(text ?? '')).data
  if (holder && hasEnded(holder)) await deleteLease(db, 'backup', text)
}

/** While it is held, no process deletes bytes of the archive (`deleteOrphans`). */
export async function holdDeletions(db: Db) {
  const holder = JSON.stringify(newHolder())
  const deadline = createDeadline(leaseMs)
  async function take() {
    const renewed = deadline.renewal()
    const isTaken = await takeLease(db, 'backup', holder, Date.now(), Date.now() + leaseMs)
    if (isTaken) renewed()
    return isTaken
  }
  await releaseIfEnded(db)
  if (!(await take())) throw new InUse('another snapshot of this community is being made: try again when it has ended')
  const timer = setInterval(() => {
    // others may have had it in between
    if (deadline.isOver()) return
    // a failed renewal is made up for by the next one, or the lease is lost
    take().catch(() => {})
  }, renewIntervalMs)
  return {
    requireHeld() {
      if (deadline.isOver())
        throw new OperatorError('files may have been deleted while the snapshot was made: start again')
    },
    async release() {
      clearInterval(timer)
      await deleteLease(db, 'backup', holder)
    },
  }
}

export type Lease = Awaited<ReturnType<typeof holdDeletions>>
