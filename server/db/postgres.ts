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
    idle_in_transaction_session_timeout: 30_000,
    types: {
      getTypeParser: ((oid: number, format: never) =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', onIdleError)
  return new PostgresDialect({ pool })
}
