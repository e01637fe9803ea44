/** strace, with which system calls of a running process fail, or end it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'

/** The main thread, in which SQLite writes, or the other ones, in which Node calls the file system. */
export type Threads = 'main thread' | 'other threads'

export function listThreads(pid: number, threads: Threads) {
  const all = readdirSync(`/proc/${pid}/task`).map(Number)
  return threads === 'main thread' ? [pid] : all.filter((id) => id !== pid)
}

export interface Injection {
  /** Names of system calls, with commas. */
  calls: string
  /** What happens at them, as strace takes it: `error=EIO`, `signal=SIGKILL:when=3`. */
  action: string
  /** Only calls about this file. */
  path?: string
}

/** Resolves once strace watches these threads, to a function that ends it; undefined where it is absent or may not trace. */
export async function attachStrace(threads: number[], { calls, action, path }: Injection) {
  const strace = spawn('strace', [
    ...['-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:${action}`],
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

/** False where strace is absent, as on most machines, or may not trace. */
export async function mayTrace() {
  const sleeper = spawn('sleep', ['60'])
  const injection = { calls: 'fsync', action: 'error=EIO' }
  const detach = await attachStrace([sleeper.pid ?? 0], injection).catch(() => undefined)
  await detach?.()
  sleeper.kill()
  return detach !== undefined
}
