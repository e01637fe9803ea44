import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, sqliteFile } from '../../../../server/db/db.ts'

let template: Promise<string> | undefined

/** Made once for each worker: copies of it are made faster than the schema is. */
async function migrateTemplate() {
  const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-schema-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  await (await openDatabase({ dataDir })).close()
  return join(dataDir, sqliteFile)
}

/** Puts a database of SQLite with the whole schema and no people into a data folder. */
export async function copyMigratedDatabase(dataDir: string) {
  template ??= migrateTemplate()
  copyFileSync(await template, join(dataDir, sqliteFile))
}
