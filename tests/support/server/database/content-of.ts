import { sql } from 'kysely'
import type { Db } from '../../../../server/db/schema.ts'

/** Rows of all tables as texts, but for the record of migrations and SQLite's own tables of the index. */
export async function contentOf(db: Db) {
  const contents: Record<string, string[]> = {}
  for (const { name } of await db.introspection.getTables()) {
    if (name.includes('_tokens')) continue
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    contents[name] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return contents
}
