import type { Kysely } from 'kysely'

/** Sessions that are kept on their device; those from before were in session storage, which ends with the browser. */
export const keptSessions = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sessions')
      .addColumn('kept', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
})
