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
    let batch: string[] = []
    let columns: string[] | undefined
    async function insert() {
      try {
        columns ??= Object.keys(JSON.parse(batch[0] ?? '{}'))
        await insertJson(tx, dialect, part.table, columns, batch)
      } catch (error) {
        if (operatorMessage(error) !== undefined) throw error
        // the parser quotes the row, which may have a name
        const reason = error instanceof SyntaxError ? 'a line is no JSON' : (error as Error).message
        throw new OperatorError(`the table ${part.table} can't be restored: ${reason}`, { cause: error })
      }
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
