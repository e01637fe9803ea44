import type { Kysely } from 'kysely'

/** What tells a database from an older copy of it (`server/health/epoch.ts`), in the row that is written at intervals. */
export const epoch = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('health').addColumn('epoch', 'text').execute()
    await db.schema.alterTable('health').addColumn('previous_epoch', 'text').execute()
    await db.schema
      .alterTable('health')
      .addColumn('writes', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
