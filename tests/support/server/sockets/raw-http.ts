import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Parses the first answer; chunked bodies are joined. */
export function readAnswer(wire: string) {
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
  const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : undefined
  return { status: Number(statusLine.split(' ')[1]), headers, text, body }
}

/** A TCP connection to the server; all received text is recorded. */
export async function openTcp(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  socket.on('error', () => {}) // the server may reset the connection
  return {
    socket,
    received: () => received,
    /** Everything received until the server closed the connection. */
    end: async () => {
      await closed
      return received
    },
  }
}

/** A download of which only the first bytes are read; `end` reads the rest, and returns everything. */
export async function beginDownload(port: number, target: string) {
  const { socket, end } = await openTcp(port)
  // at the first bytes: a busy machine would have read the whole before anybody looks
  const begun = once(
    socket.once('data', () => socket.pause()),
    'data',
  )
  socket.write(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`)
  await begun
  return {
    end: () => {
      socket.resume()
      return end()
    },
    socket,
  }
}

/** Sends bytes unchanged and reads the answer until the server closes the connection. */
export async function sendRaw(port: number, bytes: string | Uint8Array) {
  const connection = await openTcp(port)
  connection.socket.write(bytes)
  return readAnswer(await connection.end())
}

/** One request with an unchanged target: fetch would normalize it. */
export const sendTarget = (port: number, method: string, target: string, headers: Record<string, string> = {}) =>
  sendRaw(
    port,
    `${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
