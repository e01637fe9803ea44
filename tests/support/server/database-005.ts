/** Copies of the databases in tests/fixtures/database-005, which a server before version 0.1.0 made. */
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import type { DatabaseLocation } from '../../../server/db/db.ts'

const fixtures = join(import.meta.dirname, '../../fixtures/database-005')

interface Made {
  /** A token of Ana's session. */
  anaToken: string
  /** Ana's upload, of which 5 of 10 bytes have arrived. */
  uploadId: string
}

/** Restores the copy of the run's database into an empty `location`. */
export async function restoreDatabase005({ dataDir, databaseUrl }: DatabaseLocation): Promise<Made> {
  const engine = databaseUrl ? 'postgres' : 'sqlite'
  cpSync(join(fixtures, `${engine}-files`), join(dataDir, 'files'), { recursive: true })
  if (databaseUrl) {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query(readFileSync(join(fixtures, 'postgres.sql'), 'utf8'))
    await client.end()
  } else {
    const path = join(dataDir, 'alejandria.db')
    writeFileSync(path, gunzipSync(readFileSync(join(fixtures, 'alejandria.db.gz'))))
    chmodSync(path, 0o600)
  }
  return (JSON.parse(readFileSync(join(fixtures, 'made.json'), 'utf8')) as Record<string, Made>)[engine] as Made
}
