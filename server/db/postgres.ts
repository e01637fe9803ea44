import { type DialectAdapter, Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { isLoopback } from '../lib/network.ts'
import { OperatorError } from '../operator-error.ts'
import type { Db, Schema } from './schema.ts'

/** Time for a statement of `Services.readDb`; on SQLite, waiting for other ones included. */
export const slowReadTimeoutMs = 3000

const int8 = 20
// any numbers that nothing else locks in this database
const migrationLock = 4_196_226_317
const serverLock = 4_196_226_318

/** Lets one process at a time migrate, until the end of its transaction. */
export const lockMigrations = (tx: Db) => sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx)

/** Held by each server's connection for notifications, as long as it is open. Waits while a restore is running. */
export const markAsServer = (client: pg.Client) => client.query(`select pg_advisory_lock_shared(${serverLock})`)

/** Keeps servers from starting, until the function that it returns is called. Undefined while one is running. */
export async function lockOutServers(url: string): Promise<(() => Promise<void>) | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  // a lost connection fails the restore's own too
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(`select pg_try_advisory_lock(${serverLock}) as held`)
  if (rows[0].held) return () => client.end()
  await client.end()
  return undefined
}

/** The migrator takes no lock of its own: releasing one fails in a failed transaction, and would hide the reason. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class LockedPostgresDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new Adapter()
  }
}

/** A pool for all that must not wait, and one for reads that may take long. */
const pools = {
  // compiling a statement takes longer than most of them
  main: { max: 10, connectionTimeoutMillis: 5000, statement_timeout: 30_000, options: '-c jit=off' },
  slowReads: {
    max: 2,
    connectionTimeoutMillis: slowReadTimeoutMs,
    statement_timeout: slowReadTimeoutMs,
    // memory for the matches of a common word: without room for them the database reads each text again
    options: '-c default_transaction_read_only=on -c jit=off -c work_mem=16MB',
  },
  /** One transaction that may take as long as it takes, and is idle while bytes are copied. */
  long: { max: 1, connectionTimeoutMillis: 5000, query_timeout: 0, idle_in_transaction_session_timeout: 0 },
}

/** A bigint becomes a number: milliseconds and counts fit. */
const typesOfPostgres = {
  getTypeParser: ((oid: number, format: never) =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export function postgresDialect(url: string, use: keyof typeof pools, onIdleError: (error: Error) => void) {
  const pool = new pg.Pool({
    connectionString: url,
    // for an unresponsive server, whose statement_timeout doesn't help
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 30_000,
    ...pools[use],
    types: typesOfPostgres,
  })
  // The pool replaces broken connections; without a listener the event would end the process. The pool's own event covers
  // idle connections only: one in use, between two queries of a transaction, needs a listener of its own.
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', onIdleError))
  return new LockedPostgresDialect({ pool })
}

/** Does `work`, such as a restore, with a connection of its own. */
export async function withConnection<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  await using db = new Kysely<Schema>({ dialect: postgresDialect(url, 'long', () => {}) })
  return await work(db)
}

/** The driver reads the files that an address names, such as `sslrootcert`. */
function clientOf(databaseUrl: string) {
  try {
    return new pg.Client({ connectionString: databaseUrl })
  } catch (cause) {
    throw new OperatorError(`the database of DATABASE_URL is out of reach (${(cause as Error).message})`, { cause })
  }
}

/**
 * True if others on the way to the database can read or answer. The driver itself says so: it knows each way of naming host
 * and TLS, PGHOST and PGSSLMODE included.
 */
export function isReadable(databaseUrl: string) {
  const { host, ssl } = clientOf(databaseUrl) as unknown as {
    host: string
    ssl: boolean | { rejectUnauthorized?: boolean }
  }
  if (host.startsWith('/') || isLoopback(host)) return false
  return typeof ssl === 'object' ? ssl.rejectUnauthorized === false : !ssl
}
