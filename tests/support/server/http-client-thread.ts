// The thread of http-client.ts: makes requests and answers with their whole result.
import { parentPort } from 'node:worker_threads'
import { checkAnswer } from './check-answer.ts'

export interface ThreadRequest {
  id: number
  url: string
  method: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | undefined
}

export interface ThreadAnswer {
  id: number
  answer?: { status: number; headers: [string, string][]; bytes: ArrayBuffer; mismatch: string | undefined }
  failure?: { message: string; reason: string | undefined; code: string | undefined }
}

async function makeRequest({ id, url, method, headers, body }: ThreadRequest) {
  try {
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
    const bytes = await response.arrayBuffer()
    const { status, headers: received } = response
    const mismatch = checkAnswer({ method, url, status, type: received.get('content-type'), bytes })
    const answer = { status, headers: [...received], bytes, mismatch }
    parentPort?.postMessage({ id, answer } satisfies ThreadAnswer, [bytes])
  } catch (error) {
    // a copied error has no code
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
    const failure = { message, reason: cause?.message, code: cause?.code }
    parentPort?.postMessage({ id, failure } satisfies ThreadAnswer)
  }
}

parentPort?.on('message', (request: ThreadRequest) => void makeRequest(request))
