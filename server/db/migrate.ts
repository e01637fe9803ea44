import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { OperatorError } from '../operator-error.ts'
import { first } from './migrations/001-first.ts'
import { unreadColumns } from './migrations/002-unread-columns.ts'
import { pushedThings } from './migrations/003-pushed-things.ts'
import { oneSearch } from './migrations/004-one-search.ts'
import { imports } from './migrations/005-imports.ts'
import { firstSteps } from './migrations/006-first-steps.ts'
import { lockMigrations } from './postgres.ts'
import { isPostgres } from './prepared.ts'
import type { Db } from './schema.ts'
import { transaction } from './transaction.ts'

const firstName = '001-first'

/** Sorted by name. A released migration is never edited: the next one changes its result. */
const migrations: Record<string, Migration> = {
  [firstName]: first,
  '002-unread-columns': unreadColumns,
  '003-pushed-things': pushedThings,
  '004-one-search': oneSearch,
  '005-imports': imports,
  '006-first-steps': firstSteps,
}

/** The last of 43 migrations that made the schema of the first one before, and the last commit that had them. */
const formerLast = { name: '043-pictures-in-texts', commit: '2cf02e6a' }

/**
 * Brings the schema up to date in one transaction, one process at a time. A database with unknown migrations is newer
 * than the program: it is refused and not changed.
 */
export const migrate = (db: Db) => transaction(db, (tx) => migrateIn(tx))

/** The same in a transaction of the caller's, with `last` as the last migration. */
export async function migrateIn(tx: Db, last?: string) {
  // before the first look at the schema: PostgreSQL fails to list tables that another transaction is changing
  if (isPostgres(tx)) await lockMigrations(tx)
  const recorded = await recordedMigrations(tx)
  refuseNewer(toApplied(recorded))
  if (recorded.includes(formerLast.name)) await takeOver(tx)
  const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Error(`the database could not be brought up to date${failed ? ` (${failed})` : ''}`, { cause: error })
  }
}

/** Name of the migration that makes the schema that a snapshot names; undefined if there is none. */
export function findSchema(name: string) {
  const known = name === formerLast.name ? firstName : name
  return known in migrations ? known : undefined
}

/** Refuses a database whose schema isn't this program's, and changes nothing: a server may be running on it. */
export async function requireCurrentSchema(db: Db) {
  const applied = toApplied(await recordedMigrations(db))
  if (applied.length === 0) throw new OperatorError('the database holds no community yet; start the server first')
  refuseNewer(applied)
  const missing = Object.keys(migrations).filter((name) => !applied.includes(name))
  if (missing.length > 0)
    throw new OperatorError(
      `the database is of an older version of Alejandría (it lacks ${missing.join(', ')}); start this version's server first, or run the command of that version`,
    )
}

/** True for a database that a server has started on and that is to be brought up to date. */
export async function isOutdated(db: Db) {
  const applied = toApplied(await recordedMigrations(db))
  return applied.length > 0 && Object.keys(migrations).some((name) => !applied.includes(name))
}

function refuseNewer(applied: string[]) {
  const unknown = applied.filter((name) => !(name in migrations))
  if (unknown.length > 0)
    throw new OperatorError(
      `the database was made by a newer version of Alejandría (it has ${unknown.join(', ')}); start that one`,
    )
}

/** Migrations of today that are applied, by the names in the database. Refuses those of an older version than is taken over. */
function toApplied(recorded: string[]) {
  if (recorded.length === 0 || recorded.includes(firstName)) return recorded
  if (recorded.includes(formerLast.name)) return [firstName, ...recorded.filter((name) => name > formerLast.name)]
  throw new OperatorError(
    `the database is of an older version of Alejandría than this one can bring up to date (it lacks ${formerLast.name}); start commit ${formerLast.commit} of it first, then this one`,
  )
}

const migrationTable = (tx: Db) => tx.withTables<{ kysely_migration: { name: string } }>()

async function recordedMigrations(tx: Db): Promise<string[]> {
  const tables = await tx.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const rows = await migrationTable(tx).selectFrom('kysely_migration').select('name').execute()
  return rows.map((row) => row.name)
}

/** Names that PostgreSQL gave to constraints, as their tables had other names, or a predecessor. */
const formerConstraints = [
  { table: 'area_visits', former: 'section_visits_user_id_fkey', name: 'area_visits_user_id_fkey' },
  { table: 'password_links', former: 'password_links_user_id_fkey1', name: 'password_links_user_id_fkey' },
  { table: 'password_links', former: 'password_links_created_by_fkey1', name: 'password_links_created_by_fkey' },
  { table: 'password_links', former: 'password_links_purpose_check1', name: 'password_links_purpose_check' },
]

/** Records the first migration in place of the 43, and gives constraints the names that it gives. */
async function takeOver(tx: Db) {
  await migrationTable(tx).deleteFrom('kysely_migration').where('name', '!=', formerLast.name).execute()
  await migrationTable(tx).updateTable('kysely_migration').set({ name: firstName }).execute()
  if (!isPostgres(tx)) return
  for (const { table, former, name } of formerConstraints)
    await sql`alter table ${sql.table(table)} rename constraint ${sql.id(former)} to ${sql.id(name)}`.execute(tx)
}
