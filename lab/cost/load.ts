import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A request as it goes over the line; called for each one. */
export type MakeRequest = (connection: number) => Buffer

export const requestOf = (
  method: string,
  path: string,
  { token, body, gzip = false }: { token?: string | undefined; body?: unknown; gzip?: boolean } = {},
) => {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(gzip ? ['accept-encoding: gzip'] : []),
    ...(json === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${json ?? ''}`)
}

/** Reads answers from a connection: `content-length` or chunked, one at a time. */
function readAnswers(socket: Socket, onAnswer: (status: number) => void) {
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (data: Buffer) => {
    received = received.length === 0 ? data : Buffer.concat([received, data])
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = received.toString('latin1', 0, headEnd)
    const length = /^content-length: (\d+)$/im.exec(head)?.[1]
    const isWhole =
      length === undefined
        ? received.subarray(-5).toString('latin1') === '0\r\n\r\n'
        : received.length >= headEnd + 4 + Number(length)
    if (!isWhole) return
    received = Buffer.alloc(0)
    onAnswer(Number(head.slice(9, 12)))
  })
}

/** Sends requests over `connections` connections for a time, one after the other on each; throws if one is refused. */
export async function sendLoad(port: number, connections: number, ms: number, make: MakeRequest) {
  const until = performance.now() + ms
  const begun = performance.now()
  let answers = 0
  const lines = Array.from({ length: connections }, async (_, at) => {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    await once(socket, 'connect')
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      readAnswers(socket, (status) => {
        if (status < 200 || status > 299) return reject(new Error(`answered ${status}`))
        answers++
        if (performance.now() > until) resolve()
        else socket.write(make(at))
      })
      socket.write(make(at))
    }).finally(() => socket.destroy())
  })
  await Promise.all(lines)
  return { answers, seconds: (performance.now() - begun) / 1000 }
}
