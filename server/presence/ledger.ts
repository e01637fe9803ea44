import { transaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import {
  deleteDeadProcesses,
  deletePresence,
  deleteProcess,
  insertPresence,
  insertProcess,
  renewLease,
} from './queries.ts'

/** Milliseconds for which a process is believed to live, and between two times that it says so. */
const lease = { lasts: 30_000, renewEvery: 10_000 }
/** Sessions that are written at once. */
const atOnce = 500

function* parts<T>(items: T[]) {
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce)
}

/**
 * Which sessions have an open socket in this process, counted in memory and written to the database, where every process
 * reads it. What a process wrote holds as long as its lease: one that dies doesn't leave anybody online for longer.
 */
export function openLedger({ db, now, newId }: Services) {
  const processId = newId()
  /** Open sockets of each session, and the sessions as they were written last. */
  const counts = new Map<string, number>()
  let written = new Set<string>()
  let isKnown = false
  let renewAt = 0
  let leaseUntil = 0

  async function renew() {
    leaseUntil = now() + lease.lasts
    await deleteDeadProcesses(db, now())
    if (isKnown && !(await renewLease(db, processId, leaseUntil))) isKnown = false // it was taken for dead
    if (!isKnown) {
      written = new Set()
      await insertProcess(db, processId, leaseUntil)
      isKnown = true
    }
    renewAt = performance.now() + lease.renewEvery
  }

  return {
    came: (sessionId: string) => void counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1),
    went(sessionId: string) {
      const left = (counts.get(sessionId) ?? 1) - 1
      if (left > 0) counts.set(sessionId, left)
      else counts.delete(sessionId)
    },
    /** Writes what has changed; true when something had. One at a time; what fails is written the next time. */
    async write() {
      if (counts.size === 0 && written.size === 0) return false
      // the clock may jump, as when a machine wakes up: nobody is gone for that
      if (!isKnown || performance.now() >= renewAt || now() >= leaseUntil) await renew()
      const present = new Set(counts.keys())
      const came = [...present].filter((id) => !written.has(id))
      const went = [...written].filter((id) => !present.has(id))
      if (came.length + went.length === 0) return false
      await transaction(db, async (tx) => {
        for (const part of parts(came)) await insertPresence(tx, processId, part)
        for (const part of parts(went)) await deletePresence(tx, processId, part)
      })
      written = present
      return true
    },
    close: async () => {
      if (isKnown) await deleteProcess(db, processId)
    },
  }
}
