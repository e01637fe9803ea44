import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../../../server/db/prepared.ts'
import type { Db } from '../../../../server/db/schema.ts'

const onPostgres = [
  sql`select c.relname as owner, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      l.collname as collation, a.attidentity as identity, pg_get_expr(d.adbin, d.adrelid) as value
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_collation l on l.oid = a.attcollation
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`,
  // that a column isn't null is in the columns
  sql`select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = current_schema()::regnamespace and contype <> 'n' order by 1, 2`,
  sql`select indexname as name, indexdef as definition from pg_indexes where schemaname = current_schema() order by 1`,
  sql`select tgrelid::regclass::text as owner, tgname as name, pg_get_triggerdef(oid) as definition
    from pg_trigger where not tgisinternal order by 1, 2`,
  sql`select proname as name, pg_get_functiondef(oid) as definition
    from pg_proc where pronamespace = current_schema()::regnamespace order by 1`,
  sql`select relname as name from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace order by 1`,
]

const onSqlite = [sql`select type, name, sql from sqlite_schema where name not like 'sqlite_%' order by type, name`]

/** Differences that mean nothing: spaces and quotes; on SQLite names of constraints, and types of integers. */
const withoutForm = (text: string, isOfSqlite: boolean) => {
  const plain = text
    .replace(/"/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),;]) ?/g, '$1')
  if (!isOfSqlite) return plain
  return plain
    .replace(/constraint \w+ /g, '')
    .replace(/default ('[^']*'|\d+) not null/g, 'not null default $1')
    .replace(/\bbigint\b/g, 'integer')
}

/** Names of the migrations that it had. */
export async function migrationsIn(db: Db) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Everything that the database says about tables, columns, constraints, indexes, triggers and functions, in lines. */
export async function schemaOf(db: Db): Promise<string[]> {
  const isOfSqlite = !isPostgres(db)
  const queries: RawBuilder<unknown>[] = isOfSqlite ? onSqlite : onPostgres
  const lines: string[] = []
  for (const query of queries)
    for (const row of (await query.execute(db)).rows)
      lines.push(
        Object.values(row as object)
          .map((value) => withoutForm(`${value}`, isOfSqlite))
          .join(' '),
      )
  return lines
}
