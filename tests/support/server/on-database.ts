import { inject, test } from 'vitest'

// Defined on one database only, rather than skipped on the other: a run has no skipped cases.
const isPostgres = inject('postgresUrl') !== undefined

/** A test of something that only PostgreSQL has. */
export function onPostgres(name: string, run: () => Promise<void>) {
  if (isPostgres) test(name, run)
}

/** A test of something that only SQLite has. */
export function onSqlite(name: string, run: () => Promise<void>) {
  if (!isPostgres) test(name, run)
}
