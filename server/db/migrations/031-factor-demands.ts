import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

/** Days from which administrators, or everybody, need a second factor. */
export const factorDemands = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    const text = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const moment = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('factor_demands')
      .addColumn('audience', text, (c) => c.primaryKey().notNull().check(sql`audience in ('admins', 'everybody')`))
      .addColumn('from_at', moment, (c) => c.notNull())
      .execute()
  },
})
