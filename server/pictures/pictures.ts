import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** What the other process is asked for: WebP files, at most so many pixels on either side. */
export interface Wanted {
  id: number
  path: string
  thumb: { path: string; side: number }
  screen: { path: string; side: number }
}

/** That it's done, or why not. */
export interface Made {
  id: number
  fault?: string
  /** Whether it was the machine: no room, no memory, no more files. Then it is worth another try later. */
  isPassing?: boolean
}

/** Milliseconds for one picture, and how long the process stays when there are none. */
const timeFor = 60_000
const idleFor = 30_000

/** Makes smaller versions of pictures, one at a time, in another process. */
export interface Pictures {
  /** Says why when the picture is none that can be shown; throws when it was the machine's fault. */
  make(path: string, thumb: Wanted['thumb'], screen: Wanted['screen']): Promise<{ fault?: string }>
  close(): void
}

export function openPictures(): Pictures {
  let worker: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  let isClosed = false

  function start() {
    clearTimeout(idle)
    worker ??= fork(join(import.meta.dirname, 'worker.ts'), {
      execArgv: ['--max-old-space-size=256'],
      // nothing of ours is any of its business
      env: { PATH: process.env.PATH, VIPS_WARNING: '0' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return worker
  }

  function end() {
    worker?.kill('SIGKILL')
    worker = undefined
  }

  const ask = (child: ChildProcess, wanted: Wanted) =>
    new Promise<Made>((resolve, reject) => {
      const settle = (settled: () => void) => {
        clearTimeout(timer)
        child.off('message', listen).off('exit', died).off('error', died)
        settled()
      }
      const listen = (made: Made) => made.id === wanted.id && settle(() => resolve(made))
      const died = () => {
        if (worker === child) worker = undefined
        settle(() => reject(new Error('the decoder broke down')))
      }
      const timer = setTimeout(() => {
        end()
        settle(() => resolve({ id: wanted.id, fault: 'it took too long' }))
      }, timeFor)
      child.on('message', listen).on('exit', died).on('error', died)
      child.send(wanted)
    })

  async function makeNow(path: string, thumb: Wanted['thumb'], screen: Wanted['screen']) {
    for (let attempt = 1; ; attempt++)
      try {
        if (isClosed) throw new Error('closed')
        const { fault, isPassing } = await ask(start(), { id: ++count, path, thumb, screen })
        if (isPassing) throw new Error(fault)
        return fault === undefined ? {} : { fault }
      } catch (error) {
        if (isClosed || attempt === 2) throw error
      } finally {
        clearTimeout(idle)
        idle = setTimeout(end, idleFor)
        idle.unref()
      }
  }

  return {
    make(path, thumb, screen) {
      const made = last.then(() => makeNow(path, thumb, screen))
      last = made.catch(() => {})
      return made
    },
    close() {
      isClosed = true
      clearTimeout(idle)
      end()
    },
  }
}
