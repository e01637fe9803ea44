import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { createSerialQueue } from '../lib/queue.ts'
import { retry } from '../lib/retry.ts'

/** Two WebP files to make, each at most `side` pixels wide and high. */
export interface ResizeRequest {
  id: number
  path: string
  thumb: { path: string; side: number }
  screen: { path: string; side: number }
}

export interface ResizeResult {
  id: number
  fault?: string
  /** Fault of the machine (disk, memory, open files), not of the image: worth a retry later. */
  isTransient?: boolean
}

const timeoutMs = 60_000
const idleMs = 30_000

/** One image at a time, in another process. */
export interface Images {
  /** Returns a fault of the image; throws for a fault of the machine. */
  resize(path: string, thumb: ResizeRequest['thumb'], screen: ResizeRequest['screen']): Promise<{ fault?: string }>
  close(): void
}

export function openImages(): Images {
  let worker: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const enqueue = createSerialQueue()
  let count = 0
  let isClosed = false

  function start() {
    clearTimeout(idle)
    worker ??= fork(join(import.meta.dirname, 'worker.ts'), {
      execArgv: ['--max-old-space-size=256'],
      // without the server's environment
      env: { PATH: process.env.PATH, VIPS_WARNING: '0' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return worker
  }

  function end() {
    worker?.kill('SIGKILL')
    worker = undefined
  }

  const request = (child: ChildProcess, job: ResizeRequest) =>
    new Promise<ResizeResult>((resolve, reject) => {
      const settle = (settled: () => void) => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit).off('error', onExit)
        settled()
      }
      const onMessage = (result: ResizeResult) => result.id === job.id && settle(() => resolve(result))
      const onExit = () => {
        if (worker === child) worker = undefined
        settle(() => reject(new Error('the image process ended')))
      }
      const timer = setTimeout(() => {
        end()
        settle(() => resolve({ id: job.id, fault: 'it took too long' }))
      }, timeoutMs)
      child.on('message', onMessage).on('exit', onExit).on('error', onExit)
      child.send(job)
    })

  async function resizeOnce(path: string, thumb: ResizeRequest['thumb'], screen: ResizeRequest['screen']) {
    try {
      if (isClosed) throw new Error('closed')
      const { fault, isTransient } = await request(start(), { id: ++count, path, thumb, screen })
      if (isTransient) throw new Error(fault)
      return fault === undefined ? {} : { fault }
    } finally {
      clearTimeout(idle)
      idle = setTimeout(end, idleMs)
      idle.unref()
    }
  }

  return {
    resize: (path, thumb, screen) =>
      enqueue(() => retry(() => resizeOnce(path, thumb, screen), { delaysMs: [0], isTransient: () => !isClosed })),
    close() {
      isClosed = true
      clearTimeout(idle)
      end()
    },
  }
}
