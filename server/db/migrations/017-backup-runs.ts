import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** What was done for the snapshots of this community, and what is being done. */
export const backupRuns = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('backup_runs')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('started_at', moment, (c) => c.notNull())
      .addColumn('seen_at', moment, (c) => c.notNull())
      .addColumn('ended_at', moment)
      .addColumn('step', 'text')
      .addColumn('done_bytes', moment, (c) => c.notNull().defaultTo(0))
      .addColumn('total_bytes', moment)
      .addColumn('snapshot', 'text')
      .addColumn('size', moment)
      .addColumn('faulty_files', 'integer')
      .addColumn('fault', 'text')
      .execute()
    await db.schema.createIndex('backup_runs_kind').on('backup_runs').columns(['kind', 'started_at']).execute()
  },
})
