import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants, realpathSync, rmSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createSerialQueue } from './queue.ts'
import { retry } from './retry.ts'

export type WorkerRequest<Job> = Job & { id: number }
/** `machineFault`: of the disk, memory or open files, not of the job: worth a retry later. */
export type WorkerReply<Result> = { id: number } & ({ result: Result } | { machineFault: string })

interface Options<Result> {
  /** Path of the module that answers each `WorkerRequest` with a `WorkerReply`. */
  program: string
  /**
   * On the disk of the files; servers that share it have a folder of their own in it. The process sees the file of its job
   * there, and nothing else of the data folder.
   */
  folder: string
  execArgv?: string[]
  env?: Record<string, string>
  timeoutMs: number
  /** Result of a job that took longer. */
  timedOut: Result
  /** Result of a job that crashed two processes; without it, a crash is a fault of the machine. */
  crashed?: Result
}

const idleMs = 30_000
/** Age of a folder that no server has used. Jobs end long before. */
const leftoverMs = 3_600_000
/** Signals by which a process ends through what it did itself; others come from outside, or when memory is short. */
const crashSignals = new Set<unknown>(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP'])

class Crash extends Error {}

const root = join(import.meta.dirname, '../..')

/**
 * Rights of a process for untrusted input (docs/decisions/055): read the code and `folder`, and start threads, which its
 * program gives up before the first job, as a thread has the rights that it is started with.
 */
const rights = (folder: string) => [
  '--permission',
  '--no-warnings',
  ...[join(root, 'server'), join(root, 'contract'), realpathSync(join(root, 'node_modules')), folder].map(
    (path) => `--allow-fs-read=${path}/*`,
  ),
  `--allow-fs-read=${join(root, 'package.json')}`,
  '--allow-worker',
  // it doesn't ask for permissions
  '--no-experimental-sqlite',
  '--disallow-code-generation-from-strings',
]

/** A second name of the file; a copy if `path` is on another disk. */
const bring = (file: string, path: string) =>
  link(file, path).catch((error: { code?: string }) => {
    if (error.code !== 'EXDEV' && error.code !== 'EPERM' && error.code !== 'ENOTSUP') throw error
    return copyFile(file, path, constants.COPYFILE_EXCL)
  })

/** Removes what servers left that were killed. Never throws: what stays takes space, and is tried again at the next start. */
async function removeLeftovers(folder: string) {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const used = await stat(path).catch(() => undefined)
    if (used && used.mtimeMs < Date.now() - leftoverMs) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

/**
 * Another process for an untrusted file, one job at a time, without rights to anything else. It starts with the first job
 * and ends when idle.
 */
export function openWorkerProcess<Job extends { path: string }, Result>(options: Options<Result>) {
  const { program, execArgv = [], env, timeoutMs, timedOut, crashed } = options
  const folder = join(options.folder, randomUUID())
  let worker: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const enqueue = createSerialQueue()
  let count = 0
  let isClosed = false

  function start() {
    clearTimeout(idle)
    worker ??= fork(program, {
      execArgv: [...rights(folder), ...execArgv],
      // without the server's environment
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return worker
  }

  function end() {
    worker?.kill('SIGKILL')
    worker = undefined
  }

  const request = (child: ChildProcess, job: WorkerRequest<Job>) =>
    new Promise<WorkerReply<Result>>((resolve, reject) => {
      const settle = (settled: () => void) => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
        settled()
      }
      const onMessage = (reply: WorkerReply<Result>) => reply.id === job.id && settle(() => resolve(reply))
      const onExit = (_code: number | null, signal: NodeJS.Signals | null) => {
        if (worker === child) worker = undefined
        const message = `the process ended: ${program}`
        settle(() => reject(crashSignals.has(signal) ? new Crash(message) : new Error(message)))
      }
      const onError = () => onExit(null, null)
      const timer = setTimeout(() => {
        end()
        settle(() => resolve({ id: job.id, result: timedOut }))
      }, timeoutMs)
      child.on('message', onMessage).on('exit', onExit).on('error', onError)
      child.send(job)
    })

  let cleaned: Promise<void> | undefined

  async function runOnce(job: Job): Promise<Result> {
    const path = join(folder, randomUUID())
    try {
      if (isClosed) throw new Error('closed')
      cleaned ??= removeLeftovers(options.folder)
      await cleaned
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await bring(job.path, path)
      const reply = await request(start(), { ...job, path, id: ++count })
      if ('machineFault' in reply) throw new Error(reply.machineFault)
      return reply.result
    } finally {
      await rm(path, { force: true })
      clearTimeout(idle)
      idle = setTimeout(end, idleMs)
      idle.unref()
    }
  }

  async function run(job: Job): Promise<Result> {
    try {
      return await retry(() => runOnce(job), { delaysMs: [0], isTransient: () => !isClosed })
    } catch (error) {
      if (error instanceof Crash && crashed !== undefined && !isClosed) return crashed
      throw error
    }
  }

  return {
    /** Throws for a fault of the machine. */
    run: (job: Job) => enqueue(() => run(job)),
    close() {
      isClosed = true
      clearTimeout(idle)
      end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
