import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const retryDelayMs = 200

const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

export interface Client {
  port: number
  token: string
  /** A network of its own, so that the budget of one network doesn't count. */
  address: string
}

interface Answer<T> {
  status: number
  headers: IncomingHttpHeaders
  body: T
}

function ask<T>({ port, token, address }: Client, method: string, path: string, body?: unknown) {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  return new Promise<Answer<T>>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': address,
      ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    }
    const outgoing = request({ agent, port, host: '127.0.0.1', method, path: `/api${path}`, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: (text ? JSON.parse(text) : undefined) as T,
        })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(sent)
  })
}

/** The same request until it is answered by neither a refusal of haste nor an error of the server. */
export async function call<T>(client: Client, method: string, path: string, body?: unknown): Promise<Answer<T>> {
  for (;;) {
    const answer = await ask<T>(client, method, path, body).catch(() => undefined)
    if (answer && answer.status !== 429 && answer.status < 500) return answer
    await sleep(retryDelayMs)
  }
}
