import { type Migration, Migrator } from 'kysely/migration'
import { CannotStart } from '../cannot-start.ts'
import type { Dialect } from './dialect.ts'
import { house } from './migrations/001-house.ts'
import { archive } from './migrations/002-archive.ts'
import { talk } from './migrations/003-talk.ts'
import { chat } from './migrations/004-chat.ts'
import { mission } from './migrations/005-mission.ts'
import type { Db } from './schema.ts'

/** In the order of their names. A migration that was released is never edited: the next one changes what it made. */
const migrations = (dialect: Dialect): Record<string, Migration> => ({
  '001-house': house(dialect),
  '002-archive': archive(dialect),
  '003-talk': talk(dialect),
  '004-chat': chat(dialect),
  '005-mission': mission(dialect),
})

/**
 * Brings the schema up to date, in one transaction, one process at a time. A database that knows migrations which this
 * program doesn't is newer than it, and is refused untouched.
 */
export async function migrate(db: Db, dialect: Dialect) {
  const known = migrations(dialect)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } })
  const unknown = (await appliedMigrations(db)).filter((name) => !(name in known))
  if (unknown.length > 0)
    throw new CannotStart(
      `the database was made by a newer version of Alejandría (it has ${unknown.join(', ')}); start that one`,
    )
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Error(`the database could not be brought up to date${failed ? ` (${failed})` : ''}`, { cause: error })
  }
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map((row) => row.name)
}
