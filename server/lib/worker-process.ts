import { type ChildProcess, fork } from 'node:child_process'
import { createSerialQueue } from './queue.ts'
import { retry } from './retry.ts'

export type WorkerRequest<Job> = Job & { id: number }
/** `machineFault`: of the disk, memory or open files, not of the job: worth a retry later. */
export type WorkerReply<Result> = { id: number } & ({ result: Result } | { machineFault: string })

interface Options<Result> {
  /** Path of the module that answers each `WorkerRequest` with a `WorkerReply`. */
  program: string
  execArgv: string[]
  env?: Record<string, string>
  timeoutMs: number
  /** Result of a job that took longer. */
  timedOut: Result
  /** Result of a job that crashed two processes; without it, a crash is a fault of the machine. */
  crashed?: Result
}

const idleMs = 30_000
/** Signals by which a process ends through what it did itself; others come from outside, or when memory is short. */
const crashSignals = new Set<unknown>(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP'])

class Crash extends Error {}

/** Another process for untrusted input, one job at a time. It starts with the first job and ends when idle. */
export function openWorkerProcess<Job extends object, Result>(options: Options<Result>) {
  const { program, execArgv, env, timeoutMs, timedOut, crashed } = options
  let worker: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const enqueue = createSerialQueue()
  let count = 0
  let isClosed = false

  function start() {
    clearTimeout(idle)
    worker ??= fork(program, {
      execArgv,
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

  async function runOnce(job: Job): Promise<Result> {
    try {
      if (isClosed) throw new Error('closed')
      const reply = await request(start(), { ...job, id: ++count })
      if ('machineFault' in reply) throw new Error(reply.machineFault)
      return reply.result
    } finally {
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
    },
  }
}
