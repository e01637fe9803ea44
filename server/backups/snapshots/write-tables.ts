import type { DatabaseLocation } from '../../db/db.ts'
import { readAtOneMoment } from '../../db/read-at-one-moment.ts'
import { listColumns, readRows } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import type { Progress } from '../progress.ts'
import type { BackupStore } from '../store/store.ts'
import { writeLines } from './lines.ts'
import type { Part } from './manifest.ts'
import { keptTables, rowsOfTable } from './tables.ts'

/** A file that a row names. */
export interface NamedBlob {
  key: string
  name: string
  sha256: string | undefined
  size: number
}

/** Stores the tables as they are at one moment; returns what describes them, and the files that their rows name. */
export const writeTables = (location: DatabaseLocation, store: BackupStore, snapshot: string, progress: Progress) =>
  readAtOneMoment(location, async (db) => {
    const schema = await lastMigration(db)
    const tables: (Part & { table: string })[] = []
    const blobs: NamedBlob[] = []
    for (const table of keptTables) {
      // a database of an earlier version lacks the tables that came later
      if ((await listColumns(db, table)).length === 0) continue
      async function* rows() {
        for await (const row of rowsOfTable(db, table)) {
          const blob = blobOf(table, row)
          if (blob) blobs.push(blob)
          yield row
        }
      }
      tables.push({ ...(await writeLines(store, { snapshot, name: table, objects: rows() }, progress.bytes)), table })
    }
    return { schema, tables, blobs }
  })

async function lastMigration(db: Db) {
  let last = ''
  for await (const { name } of readRows(db, 'kysely_migration', ['name'])) last = String(name)
  return last
}

function blobOf(table: string, row: Record<string, unknown>): NamedBlob | undefined {
  if (table === 'files' && row.bytes_key !== null)
    return {
      key: String(row.bytes_key),
      name: String(row.original_name),
      sha256: String(row.sha256),
      size: Number(row.file_size),
    }
  if (table === 'users' && row.avatar_key !== null)
    return { key: String(row.avatar_key), name: `avatar of ${row.name}`, sha256: undefined, size: 0 }
  return undefined
}
