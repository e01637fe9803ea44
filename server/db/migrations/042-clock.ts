import type { Kysely } from 'kysely'
import type { Dialect } from '../schema.ts'

/** The last moment at which the clock was trusted (`server/clock`), and what a run found about the place of the snapshots. */
export const clock = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema.alterTable('health').addColumn('clock_at', moment).execute()
    await db.schema.alterTable('health').addColumn('clock_doubted_at', moment).execute()
    await db.schema.alterTable('backup_runs').addColumn('care', 'text').execute()
  },
})
