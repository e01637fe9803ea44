import { DatabaseTooSlow } from '../errors.ts'
import type { Connection, StatementResult } from './connection.ts'
import { executeUnlocked } from './locks.ts'

/** Longest wait for the writes of this process that came first. */
const queueTimeoutMs = 10_000
/** Limits of a batch, so that its transactions are answered, and reads executed, although others wait. */
const maxBatch = { transactions: 32, ms: 10 }

/** Transactions that share one commit. */
interface Batch {
  transactions: number
  endsAt: number
  /** Set when SQLite has rolled back all of it. */
  error?: unknown
  settle: { resolve(): void; reject(error: unknown): void }
  /** Resolves when it is committed. */
  settled: Promise<void>
}

interface Events {
  onCommit(): void
  /** The connection is still in a transaction that can't be ended. */
  onUnknownState(error: unknown): void
}

/** A transaction, which has the connection to itself until its end. */
export interface QueuedTransaction {
  execute(sql: string, parameters: readonly unknown[]): StatementResult
  /** Resolves when the changes are durable. */
  commit(): Promise<void>
  /** Resolves when everything is durable that the transaction could read. */
  rollback(): Promise<void>
}

/**
 * Lets one transaction write at a time, in order of arrival. Transactions that arrive together share one commit, and so
 * one sync of the disk: they are savepoints of one transaction of SQLite's, and each is answered only after its commit.
 */
export function createWriteQueue(writer: Connection, { onCommit, onUnknownState }: Events) {
  const waiting: { arrivedAt: number; resolve(): void; reject(error: Error): void }[] = []
  let isBusy = false
  let batch: Batch | undefined

  function openBatch() {
    const { promise: settled, ...settle } = Promise.withResolvers<void>()
    // its transactions await it and handle the error
    settled.catch(() => {})
    batch = { transactions: 0, endsAt: performance.now() + maxBatch.ms, settle, settled }
    return batch
  }

  async function acquireWriter(arrivedAt: number) {
    if (isBusy) await new Promise<void>((resolve, reject) => waiting.push({ arrivedAt, resolve, reject }))
    isBusy = true
  }

  /** The first one in time; the others are refused. */
  function takeWaiting() {
    for (let first = waiting.shift(); first; first = waiting.shift()) {
      if (performance.now() - first.arrivedAt <= queueTimeoutMs) return first
      first.reject(new DatabaseTooSlow())
    }
    return undefined
  }

  function releaseWriter() {
    const isFull = batch && (batch.transactions >= maxBatch.transactions || performance.now() > batch.endsAt)
    const isContinued = batch && !isFull && batch.error === undefined
    if (!isContinued) commitBatch()
    const next = takeWaiting()
    if (!next) {
      isBusy = false
      if (batch) setImmediate(commitIfIdle)
    } else if (isContinued) next.resolve()
    else setImmediate(next.resolve)
  }

  /** At the end of this turn of the event loop, so that the requests which arrived with this one may join. */
  function commitIfIdle() {
    if (!isBusy) commitBatch()
  }

  function commitBatch() {
    if (!batch) return
    const { settle, error } = batch
    batch = undefined
    if (error !== undefined) return settle.reject(error)
    try {
      writer.execute('commit')
      onCommit()
      settle.resolve()
    } catch (error) {
      // known first: the end of the process may be next
      settle.reject(error)
      rollBackAll()
    }
  }

  function rollBackAll() {
    // after a failure of the disk SQLite has rolled back itself
    if (!writer.isInTransaction()) return
    try {
      writer.execute('rollback')
    } catch (error) {
      // the next write would join this transaction, and be acknowledged without a commit
      if (writer.isInTransaction()) onUnknownState(error)
    }
  }

  async function begin(): Promise<QueuedTransaction> {
    const arrivedAt = performance.now()
    await acquireWriter(arrivedAt)
    const isFirst = batch === undefined
    try {
      // One writer at a time: the lock is taken at once, or a transaction that reads first could fail when it writes.
      if (isFirst) await executeUnlocked(arrivedAt, () => writer.execute('begin immediate'))
      else writer.execute('savepoint one')
    } catch (error) {
      releaseWriter()
      throw error
    }
    const own = batch ?? openBatch()
    own.transactions++
    let isOpen = true

    function rollBack() {
      if (own.error !== undefined) return
      if (isFirst) {
        batch = undefined
        own.settle.resolve()
        return rollBackAll()
      }
      writer.execute('rollback to one')
      writer.execute('release one')
    }

    return {
      execute(sql, parameters) {
        if (own.error !== undefined) throw own.error
        try {
          return writer.execute(sql, parameters)
        } catch (error) {
          if (!writer.isInTransaction()) own.error = error
          throw error
        }
      },
      async commit() {
        if (own.error === undefined && !isFirst) writer.execute('release one')
        isOpen = false
        releaseWriter()
        await own.settled
      },
      async rollback() {
        if (!isOpen) return
        isOpen = false
        try {
          rollBack()
        } catch (error) {
          // a part of its changes may still be there, which a commit would keep
          own.error = error
          rollBackAll()
          throw error
        } finally {
          releaseWriter()
        }
        await own.settled.catch(() => {})
      },
    }
  }

  return {
    begin,
    /** Commits what waits for others to join, unless a transaction is in progress: that would be half of it. */
    flush: commitIfIdle,
    /** A statement outside of a transaction. */
    async execute(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
      if (isPragma(sql)) {
        const arrivedAt = performance.now()
        await acquireWriter(arrivedAt)
        commitBatch()
        try {
          return await executeUnlocked(arrivedAt, () => writer.execute(sql, parameters))
        } finally {
          releaseWriter()
        }
      }
      const own = await begin()
      try {
        const result = own.execute(sql, parameters)
        await own.commit()
        return result
      } catch (error) {
        await own.rollback()
        throw error
      }
    },
  }
}

/** Some do nothing, or are refused, inside of a transaction. */
const isPragma = (sql: string) => /^\s*pragma\b/i.test(sql)
