import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createSerialQueue } from '../lib/queue.ts'
import { Html, html } from './html.ts'
import type { Markdown, Site, Text } from './site.ts'

const maxHeapMb = 256
/** Many times what the longest text takes. */
const timeoutMs = 20_000
const idleMs = 10_000

export function openMarkdown(): Markdown {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const enqueue = createSerialQueue()

  function start() {
    const started = new Worker(join(import.meta.dirname, 'markdown-thread.ts'), {
      env: {},
      execArgv: [],
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

  function ask(thread: Worker, text: Text) {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const onExit = () => reject(new Error('the Markdown thread ended'))
    const timer = setTimeout(() => void end(), timeoutMs)
    thread.on('message', resolve).on('exit', onExit)
    thread.postMessage(text)
    return promise.finally(() => {
      clearTimeout(timer)
      thread.off('message', resolve).off('exit', onExit)
    })
  }

  return {
    toHtml: (text) =>
      enqueue(async () => {
        clearTimeout(idle)
        worker ??= start()
        try {
          return await ask(worker, text)
        } finally {
          idle = setTimeout(() => void end(), idleMs).unref()
        }
      }),
    close: end,
  }
}

/** HTML of a text; the text as typed if that fails, so that one text doesn't keep anybody from all the others. */
export async function renderText(site: Site, text: Text): Promise<Html> {
  try {
    return new Html(await site.markdown.toHtml(text))
  } catch (error) {
    site.reportText(text.id, error)
    return html`<p class="plain-text">${text.text}</p>`
  }
}
