// node reader-process.ts FILE: reads SQLite's file for the server. Executes one statement at a time and answers with its
// rows or its error.
import { type Connection, openConnection, type Row } from './connection.ts'

export interface ReadRequest {
  sql: string
  parameters: readonly unknown[]
}

/** An error keeps its result code, which a copied `Error` loses. */
export type ReadAnswer = { rows: Row[] } | { error: { message: string; errcode?: number } }

const [path = ''] = process.argv.slice(2)
let connection: Connection | undefined

function answer({ sql, parameters }: ReadRequest): ReadAnswer {
  try {
    connection ??= openConnection(path, { readOnly: true })
    return { rows: connection.execute(sql, parameters).rows }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { error: errcode === undefined ? { message } : { message, errcode } }
  }
}

process.on('message', (request: ReadRequest) => process.send?.(answer(request)))
// It ends with the server only: a signal to the whole group comes while reads are still in progress.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
