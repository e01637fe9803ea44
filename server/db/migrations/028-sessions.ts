import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

const maxAgeMs = 30 * 24 * 60 * 60_000

/** The moment at which a session's person was last confirmed, and the end of sessions 30 days after the sign-in. */
export const sessions = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema.alterTable('sessions').addColumn('confirmed_at', moment).execute()
    await sql`update sessions set expires_at = created_at + ${sql.lit(maxAgeMs)}
      where expires_at > created_at + ${sql.lit(maxAgeMs)}`.execute(db)
  },
})
