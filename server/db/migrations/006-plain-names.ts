import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../schema.ts'

export const plainNames = (dialect: Dialect) => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('uploads').renameColumn('moved_at', 'updated_at').execute()

    await db.schema.alterTable('loose_bytes').renameTo('pending_blobs').execute()
    await db.schema.alterTable('pending_blobs').renameColumn('held_until', 'reserved_until').execute()
    await db.schema.dropIndex('loose_bytes_held').execute()
    await db.schema.createIndex('pending_blobs_reserved').on('pending_blobs').column('reserved_until').execute()

    await db.schema.alterTable('section_visits').renameTo('area_visits').execute()
    await db.schema.alterTable('area_visits').renameColumn('section', 'area').execute()

    // SQLite can't rename the constraints of a table, and never shows their names
    if (dialect === 'sqlite') return
    await sql`alter table pending_blobs rename constraint loose_bytes_pkey to pending_blobs_pkey`.execute(db)
    await sql`alter table area_visits rename constraint section_visits_pk to area_visits_pk`.execute(db)
  },
})
