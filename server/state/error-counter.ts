import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { addErrorCount, deleteOldErrorCounts, type ErrorCount } from './queries.ts'

const hourMs = 3_600_000
const keptMs = 8 * 24 * hourMs
/** Of an hour, and of those that aren't written yet. Texts of the log are few; a stranger's reports needn't be. */
const maxKinds = 100
const maxLength = 200

/**
 * Counts failures of the server by hour and kind: lines of the log of level error and above. In memory until `write`: a
 * database that fails is among them.
 */
export function createErrorCounter(now: () => number) {
  const unwritten = new Map<string, ErrorCount>()
  let current = { hour: 0, kinds: new Set<string>() }
  return {
    add(anyKind: string) {
      const at = now()
      const hour = at - (at % hourMs)
      const kind = anyKind.slice(0, maxLength)
      if (current.hour !== hour) current = { hour, kinds: new Set() }
      if (current.kinds.size >= maxKinds && !current.kinds.has(kind)) return
      current.kinds.add(kind)
      const key = `${hour} ${kind}`
      const counted = unwritten.get(key)
      if (counted) Object.assign(counted, { count: counted.count + 1, last_at: at })
      else if (unwritten.size < maxKinds) unwritten.set(key, { hour, kind, count: 1, last_at: at })
    },
    unwritten: () => [...unwritten.values()],
    /** Adds the counts to those in the database. Errors that are counted during the write, or couldn't be written, are kept. */
    async write(db: Db) {
      const written = [...unwritten].map(([key, counted]) => [key, { ...counted }] as const)
      if (written.length === 0) return
      await transaction(db, async (tx) => {
        for (const [, counted] of written) await addErrorCount(tx, counted)
        await deleteOldErrorCounts(tx, now(), keptMs)
      })
      for (const [key, { count }] of written) {
        const counted = unwritten.get(key)
        if (counted) counted.count -= count
        if (counted?.count === 0) unwritten.delete(key)
      }
    },
  }
}

export type ErrorCounter = ReturnType<typeof createErrorCounter>
