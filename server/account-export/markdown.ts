import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Links, Request } from './markdown-thread.ts'

const maxHeapMb = 256

/** Turns texts into HTML in a thread of its own, one at a time. Close it at the end. */
export function openMarkdown(workerData: Links) {
  const worker = new Worker(join(import.meta.dirname, 'markdown-thread.ts'), {
    ...{ workerData, env: {}, execArgv: [] },
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  })
  // listened to from the start: an error between two texts must not end the server
  const failed = new Promise<never>((_, reject) => worker.once('error', reject))
  failed.catch(() => {})

  return {
    async toHtml(request: Request): Promise<string> {
      const answered = once(worker, 'message')
      worker.postMessage(request)
      const [html] = await Promise.race([answered, failed])
      return html
    },
    close: () => worker.terminate(),
  }
}

export type Markdown = ReturnType<typeof openMarkdown>
