import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createQueue } from '../../lib/queue.ts'
import { DatabaseTooSlow, isDamaged, isLocked, isSyncFailure } from '../errors.ts'
import { type Connection, openConnection, type StatementResult } from './connection.ts'

/** Longest wait for the lock of another process. */
const lockTimeoutMs = 5000
const maxLockDelayMs = 50
/** Longest wait for the writes of this process that came first. */
const queueTimeoutMs = 10_000

class Adapter extends SqliteAdapter {
  /** Reads have a connection of their own; the driver lets one transaction write at a time. */
  override get supportsMultipleConnections() {
    return true
  }
  /** SQLite's schema changes are transactional: the migrator may run all of them in one transaction. */
  override get supportsTransactionalDdl() {
    return true
  }
}

interface DiskEvents {
  /** Nothing may be acknowledged any more: after a failed sync further ones may seem to succeed. */
  onSyncFailure(error: unknown): void
  /** The file is damaged. */
  onDamage(error: unknown): void
}

/** What both of Kysely's dialects of SQLite have in common. */
export const sqliteDialectOf = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createAdapter: () => new Adapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

/**
 * Executes a statement; while another process holds the lock, it is tried again without blocking this process, until
 * `lockTimeoutMs` after `arrivedAt`.
 */
async function executeUnlocked(
  connection: Connection,
  arrivedAt: number,
  sql: string,
  parameters?: readonly unknown[],
) {
  for (let delayMs = 1; ; delayMs = Math.min(maxLockDelayMs, delayMs * 2))
    try {
      return connection.execute(sql, parameters)
    } catch (error) {
      if (!isLocked(error) || performance.now() - arrivedAt > lockTimeoutMs) throw error
      await sleep(delayMs)
    }
}

/** Lets one transaction write at a time, in order of arrival. `acquire` returns the function that releases. */
function createWriteLock() {
  const enqueue = createQueue({ maxConcurrent: 1 })
  return function acquire(): Promise<() => void> {
    const arrivedAt = performance.now()
    return new Promise((resolve, reject) => {
      void enqueue(async () => {
        if (performance.now() - arrivedAt > queueTimeoutMs) return reject(new DatabaseTooSlow())
        await new Promise<void>((release) => resolve(release))
      })
    })
  }
}

const isSelect = (sql: string) => /^\s*select\b/i.test(sql)

/**
 * Kysely's dialect over node:sqlite, with two connections: one for transactions and other writes, which take turns, and
 * one for reads outside of a transaction, which wait for nobody.
 */
export function sqliteDialect(path: string, { onSyncFailure, onDamage }: DiskEvents): Dialect {
  const writer = reporting(openConnection(path))
  const reader = reporting(openConnection(path, { readOnly: true }))
  const acquireWriter = createWriteLock()

  function reporting(connection: Connection): Connection {
    const execute: Connection['execute'] = (sql, parameters) => {
      try {
        return connection.execute(sql, parameters)
      } catch (error) {
        if (isSyncFailure(error)) onSyncFailure(error)
        if (isDamaged(error)) onDamage(error)
        throw error
      }
    }
    return { ...connection, execute }
  }

  class KyselyConnection implements DatabaseConnection {
    /** Ends the transaction's turn; set while there is one. */
    release: (() => void) | undefined

    async executeQuery<R>({ sql, parameters }: CompiledQuery) {
      return (await this.#execute(sql, parameters)) as StatementResult & { rows: R[] }
    }

    async #execute(sql: string, parameters: readonly unknown[]) {
      if (this.release) return writer.execute(sql, parameters)
      const arrivedAt = performance.now()
      if (isSelect(sql)) return executeUnlocked(reader, arrivedAt, sql, parameters)
      const release = await acquireWriter()
      try {
        return await executeUnlocked(writer, arrivedAt, sql, parameters)
      } finally {
        release()
      }
    }

    // biome-ignore lint/correctness/useYield: not supported
    async *streamQuery(): AsyncGenerator<never> {
      throw new Error('rows are not streamed')
    }
  }

  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => new KyselyConnection(),
    async releaseConnection(connection) {
      if ((connection as KyselyConnection).release) await driver.rollbackTransaction(connection)
    },
    async beginTransaction(connection) {
      const arrivedAt = performance.now()
      const release = await acquireWriter()
      try {
        // One writer at a time: the lock is taken at once, or a transaction that reads first could fail when it writes.
        await executeUnlocked(writer, arrivedAt, 'begin immediate')
      } catch (error) {
        release()
        throw error
      }
      ;(connection as KyselyConnection).release = release
    },
    async commitTransaction(connection) {
      writer.execute('commit')
      endTurn(connection as KyselyConnection)
    },
    async rollbackTransaction(connection) {
      try {
        // After a failure of the disk SQLite has rolled back itself: another rollback would fail and hide that failure.
        if (writer.isInTransaction()) writer.execute('rollback')
      } catch (error) {
        // the next write would join this transaction, and be acknowledged without a commit
        if (writer.isInTransaction()) onSyncFailure(error)
        throw error
      } finally {
        endTurn(connection as KyselyConnection)
      }
    },
    async destroy() {
      reader.close()
      writer.close()
    },
  }

  function endTurn(connection: KyselyConnection) {
    connection.release?.()
    connection.release = undefined
  }

  return sqliteDialectOf(() => driver)
}
