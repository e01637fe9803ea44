import { sql } from 'kysely'
import type { Db } from './schema.ts'
import type { Readers } from './sqlite/readers.ts'

/** What is known about damage of the database. */
export interface Integrity {
  /** What a check or a statement has found; undefined for a database that is whole. */
  damage(): string | undefined
  /** Checks the database. `everything`: indexes against their tables too, which takes longer. Returns the damage. */
  check(options?: { everything?: boolean }): Promise<string | undefined>
}

const checkTimeoutMs = 60 * 60_000

/** SQLite checks its file in another process. `noticed` is for statements that find damage. */
export function sqliteIntegrity(readers: Readers) {
  let damage: string | undefined
  return {
    damage: () => damage,
    async check({ everything = false } = {}) {
      const statement = everything ? 'pragma integrity_check(10)' : 'pragma quick_check(10)'
      try {
        const rows = await readers.read({ sql: statement, parameters: [] }, checkTimeoutMs)
        const lines = rows.flatMap((row) => Object.values(row)).filter((line) => line !== 'ok')
        damage = lines.length > 0 ? lines.join('; ') : undefined
      } catch (error) {
        damage = (error as Error).message
      }
      return damage
    },
    noticed(error: unknown) {
      damage ??= (error as Error).message
    },
  }
}

/** PostgreSQL compares checksums whenever it reads a page, and counts the failures. */
export function postgresIntegrity(db: Db): Integrity {
  let damage: string | undefined
  return {
    damage: () => damage,
    async check() {
      const { rows } = await sql<{ failures: number | null }>`
        select checksum_failures as failures from pg_stat_database where datname = current_database()`.execute(db)
      const failures = rows[0]?.failures ?? 0
      damage = failures > 0 ? `${failures} pages have a wrong checksum` : undefined
      return damage
    },
  }
}
