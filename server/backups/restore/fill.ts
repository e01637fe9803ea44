import { findSchema, migrateIn } from '../../db/migrate.ts'
import { isPostgres } from '../../db/prepared.ts'
import { deleteAllRows, hasRows, insertJson, withoutIndexes } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import { OperatorError } from '../../operator-error.ts'
import { operatorMessage } from '../../operator-message.ts'
import type { Progress } from '../progress.ts'
import type { Manifest } from '../snapshots/manifest.ts'
import type { Snapshot } from '../snapshots/snapshot.ts'
import { keptTables } from '../snapshots/tables.ts'

/** Limits of an insert: rows, and characters of their texts. */
const batch = { rows: 500, length: 2_000_000 }

type TablePart = Manifest['tables'][number]

/** Returns the name of the migration that makes its schema. */
export function requireKnownSchema({ manifest: { schema, snapshot, program, tables } }: Pick<Snapshot, 'manifest'>) {
  const known = findSchema(schema)
  if (known === undefined)
    throw new OperatorError(
      `${snapshot} was made by a version of Alejandría (${program}) whose schema, ${schema}, is unknown to this one: restore it with that one`,
    )
  const foreign = tables.find(({ table }) => !keptTables.includes(table))
  if (foreign) throw new OperatorError(`${snapshot} has a table that isn't of a snapshot: ${foreign.table}`)
  return known
}

/** Makes the tables as they were in the snapshot, in an empty database. */
export async function fillTables(tx: Db, snapshot: Snapshot, progress: Progress) {
  const { tables } = snapshot.manifest
  const names = tables.map(({ table }) => table)
  const fill = async () => {
    for (const part of tables)
      await fillTable(tx, snapshot, part, progress).catch(refused(`the table ${part.table} can't be restored`))
  }
  await migrateIn(tx, requireKnownSchema(snapshot))
  if (isPostgres(tx)) await withoutIndexes(tx, names, fill).catch(refused("the indexes can't be made"))
  else await fill()
}

const refused = (what: string) => (error: unknown) => {
  if (operatorMessage(error) !== undefined) throw error
  // the parser quotes the row, which may have a name
  const reason = error instanceof SyntaxError ? 'a line is no JSON' : (error as Error).message
  throw new OperatorError(`${what}: ${reason}`, { cause: error })
}

async function fillTable(tx: Db, snapshot: Snapshot, part: TablePart, progress: Progress) {
  // by a migration; the database refuses to delete from the audit trail, even nothing
  if (await hasRows(tx, part.table)) await deleteAllRows(tx, part.table)
  let columns: string[] | undefined
  let inserted: Promise<unknown> = Promise.resolve()
  /** While the database inserts some rows, the next ones are read. */
  async function insert(rows: string[]) {
    await inserted
    columns ??= Object.keys(JSON.parse(rows[0] ?? '{}'))
    inserted = insertJson(tx, part.table, columns, rows)
    inserted.catch(() => {})
  }
  let rows: string[] = []
  let length = 0
  for await (const lines of snapshot.linesOf(part))
    for (const line of lines) {
      rows.push(line)
      length += line.length + 1
      if (rows.length < batch.rows && length < batch.length) continue
      await insert(rows)
      progress.bytes(length)
      rows = []
      length = 0
    }
  if (rows.length > 0) await insert(rows)
  progress.bytes(length)
  await inserted
}
