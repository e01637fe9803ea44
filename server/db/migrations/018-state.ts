import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** What the page about the state of the server counts. */
export const state = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('error_counts')
      .addColumn('hour', moment, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('last_at', moment, (c) => c.notNull())
      .addPrimaryKeyConstraint('error_counts_key', ['hour', 'kind'])
      .execute()
    await db.schema
      .createIndex('audit_events_sign_in_failed')
      .on('audit_events')
      .column('at')
      .where(sql<boolean>`action = 'sign_in_failed'`)
      .execute()
    // rows of processes that run meanwhile are of the version before
    await db.schema.alterTable('processes').addColumn('version', 'text').execute()
    await db.schema.alterTable('processes').addColumn('started_at', moment).execute()
  },
})
