// The command INSTREAM of clamd, by its manual page.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** The harmless test file that every scanner finds, https://www.eicar.org; in two parts, or it would find this one. */
export const eicar = `${'X5O!P%@AP[4\\PZX54(P^)7CC)7}$'}${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`

const command = 'zINSTREAM\0'

/** The chunks and whether they ended, or undefined for what isn't INSTREAM. */
function parse(received: Buffer) {
  if (received.subarray(0, command.length).toString('latin1') !== command.slice(0, received.length)) return undefined
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    at += 4
    if (length === 0) return { chunks, isEnd: true, isExact: at === received.length }
    if (at + length > received.length) break
    chunks.push(received.subarray(at, at + length))
    at += length
  }
  return { chunks, isEnd: false, isExact: true }
}

const verdictOf = (file: Buffer) => (file.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')

/** Listens on loopback, or on the socket `path`. */
export async function startClamd(path?: string) {
  const clamd = {
    /** Files that arrived whole. */
    files: [] as Buffer[],
    /** Sizes of the chunks of the last one. */
    chunkSizes: [] as number[],
    /** Broken rules of the protocol. */
    faults: [] as string[],
    /** Called once the file is complete; by default the reply is the verdict. */
    respond: (socket: Socket, file: Buffer): void => void socket.end(verdictOf(file)),
    /** Called with each piece that arrives before the end. */
    onPiece: (_socket: Socket, _bytes: number): void => {},
  }
  const { respond, onPiece } = clamd
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let received = Buffer.alloc(0)
    let isAnswered = false
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      const parsed = parse(received)
      if (!parsed || isAnswered || !parsed.isExact) return void clamd.faults.push(received.toString('latin1', 0, 40))
      if (!parsed.isEnd) return clamd.onPiece(socket, received.length)
      isAnswered = true
      clamd.files.push(Buffer.concat(parsed.chunks))
      clamd.chunkSizes = parsed.chunks.map(({ length }) => length)
      clamd.respond(socket, Buffer.concat(parsed.chunks))
    })
  })
  const listen = (port?: number) => once(server.listen(path ?? { port: port ?? 0, host: '127.0.0.1' }), 'listening')
  await listen()
  const port = path === undefined ? (server.address() as { port: number }).port : 0
  const stop = async () => {
    if (!server.listening) return
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  afterAll(stop)
  return Object.assign(clamd, {
    address: path === undefined ? { host: '127.0.0.1', port } : { path },
    connections: () => sockets.size,
    stop,
    /** On the same port. */
    startAgain: () => listen(port),
    reset: () => Object.assign(clamd, { respond, onPiece, files: [], chunkSizes: [], faults: [] }),
  })
}
