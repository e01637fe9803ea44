import type { CompiledQuery, DatabaseConnection } from 'kysely'
import type { Db } from '../../../../server/db/schema.ts'

/** Tables that a server writes by itself, at intervals, and rows that are only locked. */
const written = /^(health|processes|locks|(post|comment|message|news|file)_tokens.*)$/
const timesOfUse = /^update "sessions" set (("(last_seen_at|expires_at|address|heartbeat_at)" = \S+) )+where /
const lockOfRow = /^update "\w+" set id = id where /

const isCounted = (statement: string) => {
  const [, table = ''] = /\b(?:insert(?: or \w+)? into|update|delete from) "?(\w+)/i.exec(statement) ?? []
  return table !== '' && !written.test(table) && !timesOfUse.test(statement) && !lockOfRow.test(statement)
}

/**
 * Records the statements of a database handle that changed rows and were committed, and returns a function that watches
 * from its call on: its result lists what was written since. Times of the last use of sessions don't count.
 */
export function recordWrites(db: Db) {
  const committed: string[] = []
  const pending = new WeakMap<DatabaseConnection, string[]>()

  function record(connection: DatabaseConnection) {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery, ...rest: []) => {
      const result = await execute<R>(query, ...rest)
      const { numAffectedRows = BigInt(result.rows.length) } = result
      if (numAffectedRows > 0n && !/^\s*select\b/i.test(query.sql)) {
        const statement = query.sql.trim().replaceAll(/\s+/g, ' ')
        if (isCounted(statement)) pending.get(connection)?.push(statement)
      }
      return result
    }
  }

  // a transaction is the whole use of a connection: it ends with an error if it was rolled back
  const executor = db.getExecutor()
  const provideConnection = executor.provideConnection.bind(executor)
  executor.provideConnection = (use, options) =>
    provideConnection(async (connection) => {
      if (!pending.has(connection)) record(connection)
      const own: string[] = []
      pending.set(connection, own)
      const result = await use(connection)
      committed.push(...own)
      return result
    }, options)

  return () => {
    const start = committed.length
    return () => committed.slice(start)
  }
}
