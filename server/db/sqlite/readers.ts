import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseTooSlow, DatabaseUnavailable, isDamaged } from '../errors.ts'
import type { ReadAnswer, ReadRequest } from './reader-process.ts'

const maxWaiting = 100
const idleMs = 60_000

interface Job extends PromiseWithResolvers<ReadAnswer> {
  request: ReadRequest
}

interface Reader {
  child: ChildProcess
  job?: Job | undefined
  idleTimer?: NodeJS.Timeout
}

export type Readers = ReturnType<typeof openReaders>

/**
 * Processes with read-only connections to SQLite's file, started when they are needed. Not threads: node:sqlite can't
 * interrupt a statement, but a process that is over its time can be killed.
 */
export function openReaders(path: string, maxProcesses: number, onDamage = (_error: unknown) => {}) {
  const readers = new Set<Reader>()
  const waiting: Job[] = []
  let isClosed = false

  function start() {
    const child = fork(join(import.meta.dirname, 'reader-process.ts'), [path], {
      // without the server's environment
      env: Object.fromEntries(['PATH', 'NODE_COMPILE_CACHE', 'TMPDIR'].map((name) => [name, process.env[name]])),
      execArgv: ['--max-semi-space-size=2'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const reader: Reader = { child }
    readers.add(reader)
    child.on('message', (answer: ReadAnswer) => {
      takeJob(reader)?.resolve(answer)
      reader.idleTimer = setTimeout(() => end(reader), idleMs).unref()
      next()
    })
    const onEnd = () => {
      readers.delete(reader)
      clearTimeout(reader.idleTimer)
      takeJob(reader)?.reject(new DatabaseUnavailable('the reading process ended'))
      next()
    }
    child.on('exit', onEnd).on('error', onEnd)
    // neither keeps the server's process alive
    child.unref()
    child.channel?.unref()
    return reader
  }

  function takeJob(reader: Reader) {
    const { job } = reader
    reader.job = undefined
    return job
  }

  function end(reader: Reader) {
    readers.delete(reader)
    clearTimeout(reader.idleTimer)
    reader.child.kill('SIGKILL')
  }

  function next() {
    while (waiting.length > 0 && !isClosed) {
      const idle = [...readers].find(({ job }) => job === undefined)
      if (!idle && readers.size >= maxProcesses) return
      const job = waiting.shift() as Job
      try {
        const reader = idle ?? start()
        clearTimeout(reader.idleTimer)
        reader.job = job
        reader.child.send(job.request)
      } catch (cause) {
        // no memory or no file descriptor for another process
        job.reject(new DatabaseUnavailable('no process to read with', { cause }))
      }
    }
  }

  function abandon(job: Job) {
    if (waiting.includes(job)) return void waiting.splice(waiting.indexOf(job), 1)
    const reader = [...readers].find((reader) => reader.job === job)
    if (reader) end(reader)
    next()
  }

  return {
    /** Rows of a statement that only reads; `DatabaseTooSlow` after `timeoutMs`, waiting included. */
    async read(request: ReadRequest, timeoutMs: number) {
      if (isClosed) throw new DatabaseUnavailable('the database is closed')
      if (waiting.length >= maxWaiting) throw new DatabaseTooSlow()
      const job: Job = { request, ...Promise.withResolvers<ReadAnswer>() }
      const timer = setTimeout(() => {
        abandon(job)
        job.reject(new DatabaseTooSlow())
      }, timeoutMs)
      waiting.push(job)
      next()
      const answer = await job.promise.finally(() => clearTimeout(timer))
      if ('rows' in answer) return answer.rows
      const error = Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode })
      if (isDamaged(error)) onDamage(error)
      throw error
    },
    /** Resolves when all processes have ended: the last connection to the file writes its log back. */
    async close() {
      isClosed = true
      const closed = new DatabaseUnavailable('the database is closed')
      for (const job of waiting.splice(0)) job.reject(closed)
      const ended = [...readers].map(async (reader) => {
        reader.child.ref()
        const exit = once(reader.child, 'exit')
        takeJob(reader)?.reject(closed)
        end(reader)
        await exit
      })
      await Promise.all(ended)
    },
  }
}
