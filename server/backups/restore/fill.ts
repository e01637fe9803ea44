import { isKnownSchema, migrateIn } from '../../db/migrate.ts'
import { deleteAllRows, hasRows, insertJson } from '../../db/rows.ts'
import type { Db, Dialect } from '../../db/schema.ts'
import { OperatorError, operatorMessage } from '../../operator-error.ts'
import type { Progress } from '../progress.ts'
import type { Snapshot } from '../snapshots/snapshot.ts'
import { keptTables } from '../snapshots/tables.ts'

const batchSize = 500

export function requireKnownSchema({ manifest: { schema, snapshot, program, tables } }: Pick<Snapshot, 'manifest'>) {
  if (!isKnownSchema(schema))
    throw new OperatorError(
      `${snapshot} was made by a newer version of Alejandría (${program}): restore it with that one`,
    )
  const foreign = tables.find(({ table }) => !keptTables.includes(table))
  if (foreign) throw new OperatorError(`${snapshot} has a table that isn't of a snapshot: ${foreign.table}`)
}

/** Makes the tables as they were in the snapshot, in an empty database. */
export async function fillTables(tx: Db, dialect: Dialect, snapshot: Snapshot, progress: Progress) {
  const { schema, tables } = snapshot.manifest
  await migrateIn(tx, dialect, schema)
  for (const part of tables) {
    // by a migration; the database refuses to delete from the audit trail, even nothing
    if (await hasRows(tx, part.table)) await deleteAllRows(tx, part.table)
    let columns: string[] | undefined
    async function insert(rows: string[]) {
      try {
        columns ??= Object.keys(JSON.parse(rows[0] ?? '{}'))
        await insertJson(tx, dialect, part.table, columns, rows)
      } catch (error) {
        if (operatorMessage(error) !== undefined) throw error
        throw new OperatorError(`the table ${part.table} can't be restored: ${(error as Error).message}`, {
          cause: error,
        })
      }
    }
    let rows: string[] = []
    for await (const lines of snapshot.linesOf(part)) {
      progress.bytes(lines.reduce((sum, line) => sum + line.length + 1, 0))
      rows.push(...lines)
      for (; rows.length >= batchSize; rows = rows.slice(batchSize)) await insert(rows.slice(0, batchSize))
    }
    if (rows.length > 0) await insert(rows)
  }
}
