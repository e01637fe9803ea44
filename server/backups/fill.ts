import { isKnownSchema, migrateIn } from '../db/migrate.ts'
import { deleteAllRows, hasRows, insertJson } from '../db/rows.ts'
import type { Db, Dialect } from '../db/schema.ts'
import { OperatorError } from '../operator-error.ts'
import { noProgress, type Progress } from './progress.ts'
import type { Snapshot } from './snapshot.ts'

const batchSize = 500

export function requireKnownSchema({ manifest: { schema, snapshot, program } }: Pick<Snapshot, 'manifest'>) {
  if (!isKnownSchema(schema))
    throw new OperatorError(
      `${snapshot} was made by a newer version of Alejandría (${program}): restore it with that one`,
    )
}

/** Makes the tables as they were in the snapshot, in an empty database. */
export async function fillTables(tx: Db, dialect: Dialect, snapshot: Snapshot, progress: Progress = noProgress) {
  const { schema, tables } = snapshot.manifest
  await migrateIn(tx, dialect, schema)
  for (const part of tables) {
    // by a migration; the database refuses to delete from the audit trail, even nothing
    if (await hasRows(tx, part.table)) await deleteAllRows(tx, part.table)
    let batch: string[] = []
    let columns: string[] | undefined
    async function insert() {
      columns ??= Object.keys(JSON.parse(batch[0] ?? '{}'))
      await insertJson(tx, dialect, part.table, columns, batch)
      batch = []
    }
    for await (const line of snapshot.linesOf(part)) {
      batch.push(line)
      progress.bytes(line.length + 1)
      if (batch.length === batchSize) await insert()
    }
    if (batch.length > 0) await insert()
  }
}
