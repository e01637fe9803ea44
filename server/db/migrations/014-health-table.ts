import { type Kysely, sql } from 'kysely'

/** The row that `GET /api/health` writes to leaves the table of locks: it is none. */
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
