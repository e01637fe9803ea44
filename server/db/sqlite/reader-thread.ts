// A thread that reads SQLite's file: executes one statement at a time and answers with its rows or its error.
import { parentPort, workerData } from 'node:worker_threads'
import { openConnection, type Row } from './connection.ts'

export interface ReadRequest {
  sql: string
  parameters: readonly unknown[]
}

/** An error keeps its result code, which a copied `Error` loses. */
export type ReadAnswer = { rows: Row[] } | { error: { message: string; errcode?: number } }

const connection = openConnection(workerData.path, { readOnly: true })

function answer({ sql, parameters }: ReadRequest): ReadAnswer {
  try {
    return { rows: connection.execute(sql, parameters).rows }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { error: errcode === undefined ? { message } : { message, errcode } }
  }
}

parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(answer(request)))
