import { transaction } from '../db/transaction.ts'
import { batches } from '../lib/batches.ts'
import type { Services } from '../services.ts'
import {
  deleteDeadProcesses,
  deletePresence,
  deleteProcess,
  insertPresence,
  insertProcess,
  renewLease,
} from './queries.ts'

/** A process with an expired lease counts as dead. */
const lease = { durationMs: 30_000, renewIntervalMs: 10_000 }
/** Sessions per statement. */
const batchSize = 500

/**
 * Counts the open sockets of each session in this process, and writes the sessions to the database, where every process
 * reads them. The rows are valid while the process renews its lease, so a crash leaves nobody online for long.
 */
export function createPresenceTracker({ db, now, newId }: Services) {
  const processId = newId()
  const socketCounts = new Map<string, number>()
  let writtenIds = new Set<string>()
  let hasProcessRow = false
  let renewAt = 0
  let leaseUntil = 0

  async function renew() {
    leaseUntil = now() + lease.durationMs
    await deleteDeadProcesses(db, now())
    if (hasProcessRow && !(await renewLease(db, processId, leaseUntil))) hasProcessRow = false // counted as dead
    if (!hasProcessRow) {
      writtenIds = new Set()
      await insertProcess(db, processId, leaseUntil)
      hasProcessRow = true
    }
    renewAt = performance.now() + lease.renewIntervalMs
  }

  return {
    connected: (sessionId: string) => void socketCounts.set(sessionId, (socketCounts.get(sessionId) ?? 0) + 1),
    disconnected(sessionId: string) {
      const left = (socketCounts.get(sessionId) ?? 1) - 1
      if (left > 0) socketCounts.set(sessionId, left)
      else socketCounts.delete(sessionId)
    },
    /** Writes the changes since the last call; false if there were none. Calls must not overlap. */
    async write() {
      if (socketCounts.size === 0 && writtenIds.size === 0) return false
      // the wall clock is checked too: it jumps when a machine wakes up, and the lease may have expired
      if (!hasProcessRow || performance.now() >= renewAt || now() >= leaseUntil) await renew()
      const presentIds = new Set(socketCounts.keys())
      const added = [...presentIds].filter((id) => !writtenIds.has(id))
      const removed = [...writtenIds].filter((id) => !presentIds.has(id))
      if (added.length + removed.length === 0) return false
      await transaction(db, async (tx) => {
        for (const batch of batches(added, batchSize)) await insertPresence(tx, processId, batch)
        for (const batch of batches(removed, batchSize)) await deletePresence(tx, processId, batch)
      })
      writtenIds = presentIds
      return true
    },
    close: async () => {
      if (hasProcessRow) await deleteProcess(db, processId)
    },
  }
}
