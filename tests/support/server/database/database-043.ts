/** Copies of the databases in tests/fixtures/database-043, which have the migrations from before `001-first`. */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import type { DatabaseLocation } from '../../../../server/db/db.ts'
import { newStore } from '../backups.ts'

const fixtures = join(import.meta.dirname, '../../../fixtures/database-043')
const unzipped = (name: string) => gunzipSync(readFileSync(join(fixtures, name)))

interface Made {
  /** A token of Ana's session. */
  anaToken: string
  /** Ana's upload, of which 5 of 10 bytes have arrived. */
  uploadId: string
}

/** Restores the copy of the run's database into an empty `location`. */
export async function restoreDatabase043({ dataDir, databaseUrl }: DatabaseLocation): Promise<Made> {
  const engine = databaseUrl ? 'postgres' : 'sqlite'
  cpSync(join(fixtures, `${engine}-files`), join(dataDir, 'files'), { recursive: true })
  if (databaseUrl) {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query(`${unzipped('postgres.sql.gz')}`)
    await client.end()
  } else {
    const path = join(dataDir, 'alejandria.db')
    writeFileSync(path, unzipped('alejandria.db.gz'))
    chmodSync(path, 0o600)
  }
  return (JSON.parse(readFileSync(join(fixtures, 'made.json'), 'utf8')) as Record<string, Made>)[engine] as Made
}

/** A place with a snapshot of the SQLite database, made by the same commit; removed after the test. */
export async function storeOf043() {
  const store = await newStore()
  execFileSync('tar', ['-xzf', join(fixtures, 'snapshot.tar.gz'), '-C', store])
  return store
}
