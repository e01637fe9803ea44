import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { addErrorCount, deleteOldErrorCounts, type ErrorCount, listErrorCounts } from './queries.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const keptMs = 8 * dayMs
/** Counts that aren't written yet. */
const maxUnwritten = 100
const maxLength = 200

/**
 * Counts by hour and kind: lines of the log of level error and above, and reports of browsers. In memory until `write`:
 * a database that fails is among them.
 */
export function createErrorCounter(now: () => number) {
  const unwritten = new Map<string, ErrorCount>()
  return {
    add(anyKind: string) {
      const at = now()
      const hour = at - (at % hourMs)
      const kind = anyKind.slice(0, maxLength)
      const key = `${hour} ${kind}`
      const counted = unwritten.get(key)
      if (counted) Object.assign(counted, { count: counted.count + 1, last_at: at })
      else if (unwritten.size < maxUnwritten) unwritten.set(key, { hour, kind, count: 1, last_at: at })
    },
    /** Adds the counts to those in the database. Errors counted during the write, or not written, are kept. */
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
    /** Sums of the last day by kind, most first, with those of other processes. */
    async readDay(db: Db) {
      const counts = [...(await listErrorCounts(db, now() - dayMs)), ...unwritten.values()]
      const sums = new Map<string, Omit<ErrorCount, 'hour'>>()
      for (const { kind, count, last_at } of counts) {
        const sum = sums.get(kind) ?? { kind, count: 0, last_at: 0 }
        sums.set(kind, { kind, count: sum.count + count, last_at: Math.max(sum.last_at, last_at) })
      }
      return [...sums.values()].toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
    },
  }
}

export type ErrorCounter = ReturnType<typeof createErrorCounter>
