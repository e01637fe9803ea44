import type { Kysely } from 'kysely'

export const loginFailures = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('login_failures_window_ends_at').on('login_failures').column('window_ends_at').execute()
  },
})
