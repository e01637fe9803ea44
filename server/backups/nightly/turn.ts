import { deleteLease, takeLease } from '../../db/leases.ts'
import type { Services } from '../../services.ts'

export const turnLease = 'nightly backup'
const leaseMs = 120_000
const renewIntervalMs = 30_000

/** The right of one process to let work on snapshots be done; undefined while another one has it. */
export async function takeTurn({ db, now, newId }: Pick<Services, 'db' | 'now' | 'newId'>) {
  const holder = newId()
  const take = () => takeLease(db, turnLease, holder, now(), now() + leaseMs)
  if (!(await take())) return undefined
  // a lost lease lets another process try, which the store's own lock refuses
  const renewing = setInterval(() => void take().catch(() => {}), renewIntervalMs)
  return {
    async release() {
      clearInterval(renewing)
      await deleteLease(db, turnLease, holder)
    },
  }
}
