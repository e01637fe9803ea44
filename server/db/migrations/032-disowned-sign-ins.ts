import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Since when the device of a session, and of a session that added a factor, was known; and when recovery codes were made. */
export const disownedSignIns = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    for (const table of ['sessions', 'totp_secrets', 'passkeys']) {
      await db.schema
        .alterTable(table)
        .addColumn('device_since', moment, (c) => c.notNull().defaultTo(0))
        .execute()
      // of a device that isn't known any more: as if it had been new
      await sql`update ${sql.table(table)} set device_since = created_at`.execute(db)
    }
    await db.schema
      .alterTable('recovery_codes')
      .addColumn('created_at', moment, (c) => c.notNull().defaultTo(0))
      .execute()
    // the first ones came with the first factor
    await sql`update recovery_codes set created_at =
      coalesce((select second_factor_at from users where users.id = recovery_codes.user_id), 0)`.execute(db)
  },
})
