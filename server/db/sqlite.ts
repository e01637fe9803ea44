import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type DialectAdapter, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { CannotStart } from '../cannot-start.ts'

const maxStatements = 200

// node:sqlite accepts null, numbers, strings and bytes. An object in first place would be read as named parameters.
function bind(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value))
    throw new TypeError('an object cannot be bound')
  return value as SQLInputValue
}

// Rows are read as arrays and made plain objects here: requests are twice as fast as with node:sqlite's own row objects.
class Statement implements SqliteStatement {
  readonly reader: boolean
  readonly #statement: StatementSync
  #columns: string[]

  constructor(statement: StatementSync) {
    this.#statement = statement
    statement.setReturnArrays(true)
    this.#columns = statement.columns().map((column) => column.name)
    this.reader = this.#columns.length > 0
  }

  all(parameters: readonly unknown[]) {
    return (this.#statement.all(...parameters.map(bind)) as unknown as unknown[][]).map(this.#row)
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...parameters.map(bind))
  }

  *iterate(parameters: readonly unknown[]) {
    for (const values of this.#statement.iterate(...parameters.map(bind)))
      yield this.#row(values as unknown as unknown[])
  }

  #row = (values: unknown[]) => {
    // after a schema change SQLite prepares `select *` again, with other columns
    if (values.length !== this.#columns.length) this.#columns = this.#statement.columns().map((column) => column.name)
    const row: Record<string, unknown> = {}
    for (let i = 0; i < values.length; i++) row[this.#columns[i] as string] = values[i]
    return row
  }
}

/** SQLite's schema changes are transactional: the migrator may run all of them in one transaction. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new Adapter()
  }
}

/** Kysely's SQLite dialect over node:sqlite; recently used statements stay prepared. */
export function sqliteDialect(path: string) {
  const sqlite = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
  // FULL: committed transactions survive a power cut. The WAL is truncated to 64 MB after a checkpoint.
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864')
  const statements = new Map<string, Statement>()
  /** The statement that is run instead. */
  function adapted(text: string) {
    // One writer at a time: the lock is taken at once, or a transaction that reads first could fail when it writes.
    if (text === 'begin') return 'begin immediate'
    // After a failure of the disk SQLite has rolled back itself: another rollback would fail and hide that failure.
    if (text === 'rollback' && !sqlite.isTransaction) return 'select 1'
    return text
  }
  const database: SqliteDatabase = {
    prepare(text) {
      const sql = adapted(text)
      if (/^\s*(create|alter|drop)\b/i.test(sql)) statements.clear() // prepared statements have the old columns
      const statement = statements.get(sql) ?? new Statement(sqlite.prepare(sql))
      statements.delete(sql)
      if (statements.size >= maxStatements) statements.delete(statements.keys().next().value as string)
      statements.set(sql, statement)
      return statement
    },
    close() {
      statements.clear()
      sqlite.close()
    },
  }
  return new NodeSqliteDialect({ database })
}

/**
 * Locks a folder for this process and refuses a second server. The lock is the operating system's: a killed process
 * leaves none. Returns a function that unlocks.
 */
export function lockFolder(path: string) {
  const lock = new DatabaseSync(path)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new CannotStart(`another server is running on this data folder (${path} is locked)`, { cause })
  }
  return () => lock.close()
}
