import { sql } from 'kysely'
import { isDamaged } from './errors.ts'
import type { Db } from './schema.ts'
import type { Readers } from './sqlite/readers.ts'

/** Damage of the database, as far as it is known. */
export interface Integrity {
  /** Found by a check or a statement; undefined for a database that is whole. */
  damage(): string | undefined
  /** Checks the whole database and returns the damage; throws if the check itself fails. */
  check(): Promise<string | undefined>
}

const checkTimeoutMs = 60 * 60_000

/** SQLite checks its file in a process of its own. `noticed` is for statements that find damage. */
export function sqliteIntegrity(checks: Readers) {
  let damage: string | undefined
  return {
    damage: () => damage,
    async check() {
      try {
        const rows = await checks.read({ sql: 'pragma integrity_check(10)', parameters: [] }, checkTimeoutMs)
        const lines = rows.flatMap((row) => Object.values(row)).filter((line) => line !== 'ok')
        damage = lines.length > 0 ? lines.join('; ') : undefined
      } catch (error) {
        if (!isDamaged(error)) throw error
        damage = (error as Error).message
      }
      return damage
    },
    noticed(error: unknown) {
      damage ??= (error as Error).message
    },
  }
}

/**
 * PostgreSQL compares checksums, if they are on, whenever it reads a page, and counts the failures. Failures from before
 * the start don't count: the number never falls.
 */
export function postgresIntegrity(db: Db): Integrity {
  let damage: string | undefined
  let before: number | undefined
  return {
    damage: () => damage,
    async check() {
      const { rows } = await sql<{ failures: number | null }>`
        select checksum_failures as failures from pg_stat_database where datname = current_database()`.execute(db)
      const failures = rows[0]?.failures ?? 0
      before ??= failures
      damage = failures > before ? `${failures - before} pages have a wrong checksum` : undefined
      return damage
    },
  }
}
