import { type NotNull, sql } from 'kysely'
import { countAll, countRows, findValue, sumOf } from '../db/count.ts'
import { isPostgres } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'

/** Undefined without an account. */
export const findFoundingTime = (db: Db) =>
  findValue(db.selectFrom('users').select('created_at').orderBy('id').limit(1))

/** Oldest first. */
export const listLiveProcesses = (db: Db, now: number) =>
  db
    .selectFrom('processes')
    .select(['version', 'started_at'])
    .where('lease_until', '>', now)
    .where('started_at', 'is not', null)
    .$narrowType<{ started_at: NotNull }>()
    .orderBy('started_at')
    .execute()

export type ProcessRow = Awaited<ReturnType<typeof listLiveProcesses>>[number]

/** Bytes of the whole database. */
export async function readDatabaseSize(db: Db): Promise<number> {
  const size = isPostgres(db)
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  return Number((await size.execute(db)).rows[0]?.bytes)
}

/** Files with bytes, links left out. Reads a whole index: for `readDb`. */
export const readArchiveSize = (db: Db) =>
  db
    .selectFrom('files')
    .select([countAll.as('files'), sumOf('file_size').as('bytes')])
    .where('file_size', '>', 0)
    .executeTakeFirstOrThrow()

// a literal, for the partial index
export const countRefusedSignIns = (db: Db, since: number) =>
  countRows(db.selectFrom('audit_events').where('at', '>', since).where(sql<boolean>`action = 'sign_in_failed'`))
