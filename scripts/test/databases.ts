// Server test files by database. All run on SQLite.
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'

export const serverTests = 'tests/server/**/*.test.ts'

/** Server tests without a database: they run once, not on each database. */
export const withoutDatabase = [
  'tests/server/{file-texts,lib,markdown,outbound,search,storage}/**/*.test.ts',
  'tests/server/imports/whatsapp/*.test.ts',
  'tests/server/imports/wordpress/{blocks,hostile-texts,links,reading,texts}.test.ts',
  'tests/server/site/slug.test.ts',
  'tests/server/mail/smtp-*.test.ts',
  'tests/server/process/{databases,ensure,settings*}.test.ts',
]

/** A comment at the top of files about what can differ by database: searches, locks, orders, migrations, signals. */
const tag = '// @databases both\n'
const headLength = 2000

/**
 * The files that run on PostgreSQL too. With TEST_POSTGRES_SAMPLE these are the tagged ones and a third of the others,
 * which depends on the sample (a commit): within some commits each file had its turn. The sample `none` leaves the tagged
 * ones. Without a sample, all files.
 */
export function postgresFiles(sample = process.env.TEST_POSTGRES_SAMPLE): string[] {
  if (!sample) return [serverTests]
  const files = globSync(serverTests, { exclude: withoutDatabase })
  const tagged = files.filter(isTagged)
  if (sample === 'none') return tagged.toSorted()
  const hashOf = (file: string) => hash('sha256', `${sample} ${file}`)
  const others = files.filter((file) => !tagged.includes(file)).toSorted((a, b) => hashOf(a).localeCompare(hashOf(b)))
  return [...tagged, ...others.slice(0, Math.ceil(others.length / 3))].toSorted()
}

export const isTagged = (file: string) => readFileSync(file, 'utf8').slice(0, headLength).includes(tag)
