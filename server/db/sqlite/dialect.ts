import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createReadCache } from '../cached.ts'
import { isDamaged, isSyncFailure } from '../errors.ts'
import { type Connection, openConnection, type Row, type StatementResult } from './connection.ts'
import { executeUnlocked } from './locks.ts'
import { createWriteQueue, type QueuedTransaction } from './write-queue.ts'

const isSelect = (sql: string) => /^\s*select\b/i.test(sql)

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
  onDamage(error: unknown): void
}

/** Common part of both of Kysely's dialects of SQLite. */
const sqliteDialectOf = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createAdapter: () => new Adapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

const refuse = async () => {
  throw new Error('this connection only reads')
}

const refuseToStream = (): never => {
  throw new Error('rows are not streamed')
}

/** Kysely's dialect over a source that is only read. The opener of the source closes it. */
export function readingDialect(read: (query: CompiledQuery) => Promise<Row[]> | Row[]): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => ({ rows: (await read(query)) as R[] }),
    streamQuery: refuseToStream,
  }
  return sqliteDialectOf(() => ({
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  }))
}

/**
 * Kysely's dialect over node:sqlite, with two connections: one for transactions and other writes, which take turns, and
 * one for reads outside of a transaction, which wait for nobody.
 */
export function sqliteDialect(path: string, { onSyncFailure, onDamage }: DiskEvents) {
  const writer = reporting(openConnection(path))
  const reader = reporting(openConnection(path, { readOnly: true }))
  const cache = createReadCache(reader.dataVersion)
  const writes = createWriteQueue(writer, { onCommit: cache.clear, onUnknownState: onSyncFailure })

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
    transaction: QueuedTransaction | undefined
    streamQuery = refuseToStream

    async executeQuery<R>({ sql, parameters }: CompiledQuery) {
      return (await this.#execute(sql, parameters)) as StatementResult & { rows: R[] }
    }

    #execute(sql: string, parameters: readonly unknown[]) {
      if (this.transaction) return this.transaction.execute(sql, parameters)
      if (!isSelect(sql)) return writes.execute(sql, parameters)
      return executeUnlocked(performance.now(), () => reader.execute(sql, parameters))
    }
  }

  // Kysely keeps a weak reference to each one, which costs the garbage collector more than a small query
  const idle: KyselyConnection[] = []

  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => idle.pop() ?? new KyselyConnection(),
    async releaseConnection(connection) {
      await driver.rollbackTransaction(connection)
      idle.push(connection as KyselyConnection)
    },
    async beginTransaction(connection) {
      ;(connection as KyselyConnection).transaction = await writes.begin()
    },
    async commitTransaction(connection) {
      await (connection as KyselyConnection).transaction?.commit()
      ;(connection as KyselyConnection).transaction = undefined
    },
    async rollbackTransaction(connection) {
      const { transaction } = connection as KyselyConnection
      ;(connection as KyselyConnection).transaction = undefined
      await transaction?.rollback()
    },
    async destroy() {
      writes.flush()
      reader.close()
      writer.close()
    },
  }

  return { dialect: sqliteDialectOf(() => driver), cache }
}
