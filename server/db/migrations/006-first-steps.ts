import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../prepared.ts'

/** Steps that administrators have set aside. The list isn't shown to a community that already has several members. */
export const firstSteps: Migration = {
  async up(db) {
    const text = isPostgres(db) ? 'text collate "C"' : 'text'
    await sql.raw(`create table set_aside_steps (name ${text} primary key, at bigint not null)`).execute(db)
    await sql`insert into set_aside_steps (name, at)
      select 'all', max(created_at) from users where deleted_at is null having count(*) > 1`.execute(db)
  },
}
