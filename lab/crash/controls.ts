/** Weakened data, in which a crash run has to find losses: else its zero means nothing. */
import { existsSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DatabaseLocation } from '../../server/db/db.ts'
import type { startPostgres } from '../../tools/postgres.ts'
import type { CrashOptions, Report } from './run.ts'

type Postgres = Awaited<ReturnType<typeof startPostgres>> | undefined

export interface Weakness {
  name: string
  weaken(place: DatabaseLocation, postgres: Postgres): NonNullable<CrashOptions['weaken']>
  isFound(report: Report): boolean
}

/** A power cut without fsync: nothing of the log is on the disk. */
const unsynced: Weakness = {
  name: 'the log is not on the disk',
  weaken: ({ dataDir }) => ({
    async afterKill() {
      const log = join(dataDir, 'alejandria.db-wal')
      if (existsSync(log)) truncateSync(log)
    },
  }),
  isFound: ({ lost }) => lost.length > 0,
}

/** PostgreSQL answers before it has written, and ends with the server. */
const asynchronous: Weakness = {
  name: 'commits are answered before they are written',
  weaken: (_place, postgres) => ({
    once: async (db) => {
      await sql`alter system set synchronous_commit = off`.execute(db)
      await sql`alter system set wal_writer_delay = 10000`.execute(db)
      await sql`select pg_reload_conf()`.execute(db)
    },
    async afterKill() {
      await postgres?.kill()
      await postgres?.restart()
    },
  }),
  isFound: ({ lost }) => lost.length > 0,
}

/** Each message is stored as often as it is sent. */
const withoutIndex: Weakness = {
  name: 'nothing keeps messages unique',
  weaken: () => ({ once: (db) => sql`drop index chat_messages_client_id`.execute(db) }),
  isFound: ({ doubled }) => doubled.length > 0,
}

/** Controls of a database. */
export const weaknesses = (isPostgres: boolean) => [isPostgres ? asynchronous : unsynced, withoutIndex]
