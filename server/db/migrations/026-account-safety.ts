import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Mails to an address that was an account's; passwords that their person has to replace; the networks of sign-ins. */
export const accountSafety = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema.alterTable('users').addColumn('must_choose_since', moment).execute()
    await db.schema.alterTable('deliveries').addColumn('email', text).execute()
    await sql`create index audit_events_networks on audit_events (actor_id, network) where action = 'sign_in'`.execute(
      db,
    )
    await sql`create index deliveries_email on deliveries (user_id) where email is not null`.execute(db)
  },
})
