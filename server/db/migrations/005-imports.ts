import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../prepared.ts'

/** Runs of the operator's imports, and the things that each of them brought. */
export const imports = {
  async up(db: Kysely<unknown>) {
    const text = isPostgres(db) ? 'text collate "C"' : 'text'
    const number = isPostgres(db) ? 'bigint' : 'integer'
    const statements = [
      `create table imports (
        id ${number} primary key,
        kind ${text} not null check (kind in ('whatsapp', 'wordpress', 'folder')),
        name ${text} not null,
        started_at bigint not null,
        ended_at bigint,
        undone_at bigint,
        report ${text}
      )`,
      `create table imported (
        source ${text} primary key,
        import_id bigint not null references imports (id) on delete cascade,
        kind ${text} not null check (kind in ('post', 'comment', 'message', 'file', 'category', 'person')),
        thing_id ${text} not null
      )`,
      'create index imported_thing on imported (thing_id)',
      'create index imported_import on imported (import_id, kind, thing_id)',
      // the same bytes are brought once
      'create index files_sha256 on files (sha256)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
