import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createSerialQueue } from '../lib/queue.ts'
import type { Request } from './markdown-thread.ts'

const maxHeapMb = 256
/** Many times what the longest text takes. */
const timeoutMs = 20_000
const idleMs = 10_000

/** Turns texts into HTML in one thread for all downloads, which is started when it is needed and ends when it isn't. */
export interface Markdown {
  toHtml(request: Request): Promise<string>
  close(): Promise<void>
}

export function openMarkdown(): Markdown {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const enqueue = createSerialQueue()

  function start() {
    const started = new Worker(join(import.meta.dirname, 'markdown-thread.ts'), {
      ...{ env: {}, execArgv: [] },
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    })
    started.unref()
    // an error between two texts must not end the server
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  async function end() {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  const ask = (thread: Worker, request: Request) =>
    new Promise<string>((resolve, reject) => {
      const settle = (settled: () => void) => {
        clearTimeout(timer)
        thread.off('message', onMessage).off('exit', onExit)
        settled()
      }
      const onMessage = (html: string) => settle(() => resolve(html))
      const onExit = () => settle(() => reject(new Error('the Markdown thread ended')))
      const timer = setTimeout(() => void end(), timeoutMs)
      thread.on('message', onMessage).on('exit', onExit)
      thread.postMessage(request)
    })

  return {
    toHtml: (request) =>
      enqueue(async () => {
        clearTimeout(idle)
        worker ??= start()
        try {
          return await ask(worker, request)
        } finally {
          idle = setTimeout(() => void end(), idleMs).unref()
        }
      }),
    close: end,
  }
}
