import { limits } from '../../contract/limits.ts'
import type { OnlineUser } from '../../contract/presence.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { batches } from '../lib/batches.ts'
import { createCounts } from '../lib/counts.ts'
import { maxSkewMs } from '../lib/time.ts'
import type { Services } from '../services.ts'
import {
  deleteDeadProcesses,
  deletePresence,
  deleteProcess,
  insertPresence,
  insertProcess,
  listOnlineUsers,
  recordHeartbeat,
  renewLease,
} from './queries.ts'

/** A process with an expired lease counts as dead. */
const lease = { durationMs: 30_000, renewIntervalMs: 10_000 }
/** Lease of a process without sockets: nobody seems online because of it. */
const idleLease = { durationMs: 90_000, renewIntervalMs: 30_000 }
/** Sessions per statement. */
const batchSize = 500

/**
 * Counts the open sockets of each session in this process and collects heartbeats; both are written to the database
 * together, where every process reads them. The rows of sockets are valid while the process renews its lease, so a crash
 * leaves nobody online for long; without sockets the row only says that the process is there.
 */
export function createPresenceTracker({ db, now, newId }: Pick<Services, 'db' | 'now' | 'newId'>, version: string) {
  const processId = newId()
  const startedAt = now()
  const sockets = createCounts()
  const unwrittenHeartbeats = new Map<string, number>()
  let writtenIds = new Set<string>()
  let hasProcessRow = false
  let renewAt = 0
  let leaseUntil = 0

  /** False if the process's row was missing, and with it the rows of its sockets: it counted as dead. */
  async function renew(tx: Db, until: number) {
    await deleteDeadProcesses(tx, now(), now() + idleLease.durationMs + maxSkewMs)
    if (hasProcessRow && (await renewLease(tx, processId, until))) return true
    await insertProcess(tx, { id: processId, lease_until: until, version, started_at: startedAt })
    return false
  }

  return {
    connected: sockets.add,
    disconnected: sockets.remove,
    heartbeat: (sessionId: string) => void unwrittenHeartbeats.set(sessionId, now()),
    /** Everybody online, in all processes (DECISIONS §2, "Presence"). */
    listOnline(): Promise<OnlineUser[]> {
      // rounded, so that all requests within a second can share the rows
      const second = Math.floor(now() / 1000) * 1000
      const since = second - limits.onlineForMs
      const sessionIds = [...unwrittenHeartbeats].flatMap(([id, at]) => (at > since ? [id] : []))
      return listOnlineUsers(db, { since, now: second, sessionIds })
    },
    /** Writes what has changed since the last call, in one transaction. Calls must not overlap. */
    async write() {
      const heartbeats = [...unwrittenHeartbeats]
      const presentIds = new Set(sockets.keys())
      const { durationMs, renewIntervalMs } = presentIds.size > 0 ? lease : idleLease
      const isFirstSocket = presentIds.size > 0 && writtenIds.size === 0
      // the wall clock is checked too: it jumps when a machine wakes up, and the lease may have expired
      const mustRenew = !hasProcessRow || isFirstSocket || performance.now() >= renewAt || now() >= leaseUntil
      const added = (known: Set<string>) => [...presentIds].filter((id) => !known.has(id))
      const removed = [...writtenIds].filter((id) => !presentIds.has(id))
      if (!mustRenew && heartbeats.length + added(writtenIds).length + removed.length === 0) return
      const until = now() + durationMs
      await transaction(db, async (tx) => {
        const known = !mustRenew || (await renew(tx, until)) ? writtenIds : new Set<string>()
        for (const batch of batches(added(known), batchSize)) await insertPresence(tx, processId, batch)
        for (const batch of batches(removed, batchSize)) await deletePresence(tx, processId, batch)
        for (const [id, at] of heartbeats) await recordHeartbeat(tx, id, at)
      })
      for (const [id, at] of heartbeats) if (unwrittenHeartbeats.get(id) === at) unwrittenHeartbeats.delete(id)
      writtenIds = presentIds
      if (!mustRenew) return
      hasProcessRow = true
      leaseUntil = until
      renewAt = performance.now() + renewIntervalMs
    },
    close: async () => {
      if (hasProcessRow) await deleteProcess(db, processId)
    },
  }
}

export type PresenceTracker = ReturnType<typeof createPresenceTracker>
