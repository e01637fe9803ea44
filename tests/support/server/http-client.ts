/**
 * The HTTP client of the tests, in a thread of its own: the test's thread, whose processor time is watched
 * (event-loop.ts), has the server's work.
 */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ThreadAnswer, ThreadRequest } from './http-client-thread.ts'

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | FormData | undefined
}

interface Received {
  status: number
  headers: Headers
  bytes: Buffer
}

const waiting = new Map<number, PromiseWithResolvers<Received>>()
let mismatches: string[] = []
let lastId = 0
let thread: Worker | undefined

/** One thread for all files of the process, which it doesn't keep alive. */
function startThread() {
  const worker = new Worker(join(import.meta.dirname, 'http-client-thread.ts'), { execArgv: [] })
  worker.unref()
  worker.on('message', ({ id, answer, failure }: ThreadAnswer) => {
    const request = waiting.get(id)
    waiting.delete(id)
    if (answer?.mismatch) mismatches.push(answer.mismatch)
    if (answer) {
      const { status, headers, bytes } = answer
      request?.resolve({ status, headers: new Headers(headers), bytes: Buffer.from(bytes) })
    } else if (failure) {
      const cause = Object.assign(new Error(failure.reason), { code: failure.code })
      request?.reject(new TypeError(failure.message, { cause }))
    }
  })
  worker.on('error', (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    thread = undefined
  })
  return worker
}

/** The answers since the last call that aren't as the contract says (check-answer.ts). */
export function takeMismatches() {
  const taken = mismatches
  mismatches = []
  return taken
}

/** As `fetch`, with the whole answer. */
export async function request(url: string | URL, { method = 'GET', headers = {}, body }: Sent = {}) {
  const sent: ThreadRequest = { id: ++lastId, url: String(url), method, headers, body: undefined }
  if (body instanceof FormData) {
    const form = new Response(body)
    sent.headers = { 'content-type': form.headers.get('content-type') ?? '', ...headers }
    sent.body = new Uint8Array(await form.arrayBuffer())
  } else sent.body = body
  thread ??= startThread()
  const answered = Promise.withResolvers<Received>()
  waiting.set(sent.id, answered)
  thread.postMessage(sent)
  return answered.promise
}
