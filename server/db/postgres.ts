import { PostgresDialect } from 'kysely'
import pg from 'pg'

const int8 = 20

/** Kysely's PostgreSQL dialect; bigint comes as a number (milliseconds and counts fit). */
export function postgresDialect(url: string, onIdleError: (error: Error) => void) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
    // a server that has gone silent doesn't keep its own limit
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 30_000,
    types: {
      getTypeParser: ((oid: number, format: never) =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  // A connection that breaks is replaced by the pool; unheard, the event would end the process. The pool hears only
  // those that lie idle: one in use, between two queries of a transaction, has to be heard by itself.
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', onIdleError))
  return new PostgresDialect({ pool })
}
