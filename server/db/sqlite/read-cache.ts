import type { Connection, Row } from './connection.ts'

/** Characters of all kept rows. */
const maxCharacters = 4_000_000
const charactersPerValue = 8

interface Kept {
  rows: Row[]
  characters: number
}

const sizeOf = (rows: Row[]) => {
  let characters = 0
  for (const row of rows)
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : charactersPerValue
  return characters
}

/**
 * Keeps the rows of reads for as long as the database is the same: SQLite's `data_version` of the reading connection,
 * which is asked before each use, changes with every commit of every other connection, those of other processes
 * included. Rows are frozen, as several requests get the same ones.
 */
export function createReadCache(reader: Connection) {
  const kept = new Map<string, Map<string, Kept>>()
  let version: number | undefined
  let characters = 0

  function forgetAll() {
    kept.clear()
    characters = 0
  }

  return function readCached(sql: string, parameters: readonly unknown[]): Row[] {
    const current = reader.dataVersion()
    if (current !== version) forgetAll()
    version = current
    const ofStatement = kept.get(sql) ?? new Map<string, Kept>()
    const key = JSON.stringify(parameters)
    const known = ofStatement.get(key)
    if (known) return known.rows
    const { rows } = reader.execute(sql, parameters)
    for (const row of rows) Object.freeze(row)
    const made = { rows: Object.freeze(rows) as Row[], characters: sizeOf(rows) }
    characters += made.characters
    if (characters > maxCharacters) forgetAll()
    else kept.set(sql, ofStatement.set(key, made))
    return rows
  }
}
