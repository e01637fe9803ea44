import { type Kysely, sql } from 'kysely'

/** A table of its own for the row that the health check writes to, which was in `locks` and isn't a lock. */
export const healthTable = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('health')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .execute()
    await sql`insert into health (id) values (1)`.execute(db)
    await sql`delete from locks where name = 'health'`.execute(db)
  },
}
