import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CompiledQuery, DatabaseConnection, Dialect } from 'kysely'
import { DatabaseTooSlow } from '../errors.ts'
import type { Row } from './connection.ts'
import { sqliteDialectOf } from './dialect.ts'
import type { ReadAnswer, ReadRequest } from './reader-thread.ts'

const maxThreads = 2
const maxWaiting = 100

interface Job {
  request: ReadRequest
  settle(answer: ReadAnswer): void
}

export interface Readers {
  /** Rows of a statement that only reads; `DatabaseTooSlow` after `timeoutMs`, waiting included. */
  read(request: ReadRequest, timeoutMs: number): Promise<Row[]>
  close(): Promise<void>
}

/**
 * Threads with read-only connections to SQLite's file, started when they are needed. A statement can't be interrupted:
 * one that is over its time is answered, and its thread is busy until it ends. So at most `maxThreads` run at once.
 */
export function openReaders(path: string): Readers {
  const threads = new Set<Worker>()
  const idle: Worker[] = []
  const waiting: Job[] = []
  const running = new Map<Worker, Job>()
  let isClosed = false

  function start() {
    const thread = new Worker(join(import.meta.dirname, 'reader-thread.ts'), { workerData: { path } })
    thread.unref()
    threads.add(thread)
    const end = (message: string) => {
      threads.delete(thread)
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
      running.get(thread)?.settle({ error: { message } })
      running.delete(thread)
      next()
    }
    thread.on('message', (answer: ReadAnswer) => {
      running.get(thread)?.settle(answer)
      running.delete(thread)
      idle.push(thread)
      next()
    })
    thread.on('error', (error) => end((error as Error).message))
    thread.on('exit', () => end('the reading thread ended'))
    return thread
  }

  function next() {
    while (waiting.length > 0 && !isClosed) {
      const thread = idle.pop() ?? (threads.size < maxThreads ? start() : undefined)
      if (!thread) return
      const job = waiting.shift() as Job
      running.set(thread, job)
      thread.postMessage(job.request)
    }
  }

  return {
    read: (request, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('the database is closed'))
        if (waiting.length >= maxWaiting) return reject(new DatabaseTooSlow())
        const timer = setTimeout(() => {
          if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1)
          reject(new DatabaseTooSlow())
        }, timeoutMs)
        const job: Job = {
          request,
          settle(answer) {
            clearTimeout(timer)
            if ('rows' in answer) resolve(answer.rows)
            else reject(Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode }))
          },
        }
        waiting.push(job)
        next()
      }),
    async close() {
      isClosed = true
      for (const { settle } of waiting.splice(0)) settle({ error: { message: 'the database is closed' } })
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}

const refuse = async () => {
  throw new Error('this connection only reads')
}

/** Kysely's dialect over the threads. */
export function readersDialect(readers: Readers, timeoutMs: number): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery) => ({
      rows: (await readers.read({ sql, parameters }, timeoutMs)) as R[],
    }),
    streamQuery: () => {
      throw new Error('rows are not streamed')
    },
  }
  return sqliteDialectOf(() => ({
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: () => readers.close(),
  }))
}
