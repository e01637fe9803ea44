import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const maxStatements = 200
/** Wait for a process that is opening or closing the file at the same time. */
const openTimeoutMs = 5000

// node:sqlite accepts null, numbers, strings and bytes. An object in first place would be read as named parameters.
function bind(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  // for json_each
  if (Array.isArray(value)) return JSON.stringify(value)
  if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value))
    throw new TypeError('an object cannot be bound')
  return value as SQLInputValue
}

// Rows are read as arrays and made plain objects here: requests are twice as fast as with node:sqlite's own row objects.
class Statement {
  readonly isReader: boolean
  readonly #statement: StatementSync
  #columns: string[]

  constructor(statement: StatementSync) {
    this.#statement = statement
    statement.setReturnArrays(true)
    this.#columns = statement.columns().map((column) => column.name)
    this.isReader = this.#columns.length > 0
    // the last row that FTS5 wrote may have a number that no JavaScript number is equal to
    if (!this.isReader) statement.setReadBigInts(true)
  }

  all(parameters: readonly unknown[]) {
    return (this.#statement.all(...parameters.map(bind)) as unknown as unknown[][]).map(this.#row)
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...parameters.map(bind))
  }

  #row = (values: unknown[]) => {
    // after a schema change SQLite prepares `select *` again, with other columns
    if (values.length !== this.#columns.length) this.#columns = this.#statement.columns().map((column) => column.name)
    const row: Record<string, unknown> = {}
    for (let i = 0; i < values.length; i++) row[this.#columns[i] as string] = values[i]
    return row
  }
}

const isSchemaChange = (sql: string) => /^\s*(create|alter|drop)\b/i.test(sql)

export type Row = Record<string, unknown>

export interface StatementResult {
  rows: Row[]
  numAffectedRows?: bigint
}

/**
 * One connection to SQLite's file; recently used statements stay prepared. `execute` never waits for a lock of another
 * process: it throws at once (`isLocked`).
 */
export function openConnection(path: string, { readOnly = false }: { readOnly?: boolean } = {}) {
  const sqlite = new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true, timeout: openTimeoutMs })
  // FULL: committed transactions survive a power cut. The WAL is truncated to 64 MB after a checkpoint. What is deleted
  // is overwritten with zeros.
  if (!readOnly) {
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864')
    sqlite.exec('pragma secure_delete = on')
  }
  sqlite.exec('pragma busy_timeout = 0')
  const statements = new Map<string, Statement>()
  const dataVersion = sqlite.prepare('pragma data_version')
  dataVersion.setReturnArrays(true)

  function prepare(sql: string) {
    const statement = statements.get(sql) ?? new Statement(sqlite.prepare(sql))
    if (isSchemaChange(sql)) {
      // prepared statements have the old columns
      statements.clear()
      return statement
    }
    statements.delete(sql)
    if (statements.size >= maxStatements) statements.delete(statements.keys().next().value as string)
    statements.set(sql, statement)
    return statement
  }

  return {
    execute(sql: string, parameters: readonly unknown[] = []): StatementResult {
      const statement = prepare(sql)
      if (statement.isReader) return { rows: statement.all(parameters) }
      return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
    },
    isInTransaction: () => sqlite.isTransaction,
    /** Changes with each commit of another connection, those of other processes included. */
    dataVersion: () => (dataVersion.get() as unknown as [number])[0],
    close() {
      statements.clear()
      sqlite.close()
    },
  }
}

export type Connection = ReturnType<typeof openConnection>
