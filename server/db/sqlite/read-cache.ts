import type { Connection, Row } from './connection.ts'

/** Characters of all kept rows and their parameters. */
const maxCharacters = 4_000_000
const charactersPerValue = 8

const sizeOf = (rows: Row[]) => {
  let characters = 0
  for (const row of rows)
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : charactersPerValue
  return characters
}

/**
 * Keeps the rows of reads for as long as the database is the same. `forget` is called at each commit of this process;
 * commits of others change SQLite's `data_version` of the reading connection, which is read before the first use in each
 * turn of the event loop, as it costs as much as a small read. Rows are frozen, as several requests get the same ones.
 */
export function createReadCache(reader: Connection) {
  const kept = new Map<string, Map<string, Row[]>>()
  let version: number | undefined
  let isVersionKnown = false
  let characters = 0

  function forget() {
    kept.clear()
    characters = 0
  }

  function checkVersion() {
    if (isVersionKnown) return
    const current = reader.dataVersion()
    if (current !== version) forget()
    version = current
    isVersionKnown = true
    setImmediate(() => {
      isVersionKnown = false
    })
  }

  function read(sql: string, parameters: readonly unknown[]): Row[] {
    checkVersion()
    const ofStatement = kept.get(sql) ?? new Map<string, Row[]>()
    const key = JSON.stringify(parameters)
    const known = ofStatement.get(key)
    if (known) return known
    const { rows } = reader.execute(sql, parameters)
    for (const row of rows) Object.freeze(row)
    Object.freeze(rows)
    characters += key.length + sizeOf(rows)
    if (characters > maxCharacters) forget()
    else kept.set(sql, ofStatement.set(key, rows))
    return rows
  }
  return { read, forget }
}
