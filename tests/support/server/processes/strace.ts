/** strace, with which system calls of running threads fail. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { onTestFinished } from 'vitest'

interface Failing {
  /** Names of system calls, with commas. */
  calls: string
  error: string
  /** Only calls about this file. */
  path?: string
}

/** Makes calls of threads fail; undefined where strace is absent or may not trace. Returns a function that ends it. */
async function attach(threads: number[], { calls, error, path }: Failing) {
  const strace = spawn('strace', [
    ...['-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`],
    ...(path === undefined ? [] : ['-P', path]),
    ...threads.flatMap((id) => ['-p', `${id}`]),
  ])
  const ended = once(strace, 'close').catch(() => {})
  let attached = 0
  for await (const text of strace.stderr.setEncoding('utf8')) {
    attached += String(text).match(/attached/g)?.length ?? 0
    if (attached >= threads.length) {
      strace.stderr.resume()
      return async () => {
        strace.kill('SIGINT')
        await ended
      }
    }
  }
  return undefined
}

async function mayTrace() {
  const sleeper = spawn('sleep', ['60'])
  const detach = await attach([sleeper.pid ?? 0], { calls: 'fsync', error: 'EIO' }).catch(() => undefined)
  await detach?.()
  sleeper.kill()
  return detach !== undefined
}

/** False where strace is absent, as on most machines, or may not trace. */
export const canTrace = await mayTrace()

/** The main thread, in which SQLite writes, or the other ones, in which Node calls the file system. */
export type Threads = 'main thread' | 'other threads'

/** Until the end of the test, or until the returned function is called, these calls of a process fail. */
export async function failCalls(pid: number, threads: Threads, failing: Failing) {
  const all = readdirSync(`/proc/${pid}/task`).map(Number)
  const detach = await attach(threads === 'main thread' ? [pid] : all.filter((id) => id !== pid), failing)
  if (!detach) throw new Error('strace could not be attached')
  onTestFinished(detach)
  return detach
}
