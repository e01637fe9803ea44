import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What a server answered on the wire. */
export interface RawAnswer {
  status: number
  headers: Headers
  text: string
  body: Record<string, unknown> | undefined
}

/** Reads the first answer in what came over the wire; chunked bodies are put together. */
export function readAnswer(wire: string): RawAnswer {
  const [head = '', ...rest] = wire.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map(
      (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as [string, string],
    ),
  )
  const payload = rest.join('\r\n\r\n')
  const text = headers.get('transfer-encoding') === 'chunked' ? payload.replace(/(^|\r\n)[\da-f]+\r\n/gi, '') : payload
  const isJson = headers.get('content-type')?.includes('json') && text !== ''
  return { status: Number(statusLine.split(' ')[1]), headers, text, body: isJson ? JSON.parse(text) : undefined }
}

/** A socket to the server on which everything that comes is kept. */
export async function openSocket(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  let wire = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    wire += text
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  socket.on('error', () => {}) // a server may cut off who talks nonsense
  return {
    socket,
    sofar: () => wire,
    /** Everything that came, once the server has closed the line. */
    end: async () => {
      await closed
      return wire
    },
  }
}

/** Sends bytes as they are and reads the answer until the server closes the line. */
export async function sendRaw(port: number, bytes: string | Uint8Array) {
  const line = await openSocket(port)
  line.socket.write(bytes)
  return readAnswer(await line.end())
}

/** One request with its target as it stands: nothing is normalised on the way. */
export const sendTarget = (port: number, method: string, target: string, headers: Record<string, string> = {}) =>
  sendRaw(
    port,
    `${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
