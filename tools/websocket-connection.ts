/** WebSocket on a bare TCP connection: cheap for benches, and able to send data that client libraries refuse. */
import { connect, type Socket } from 'node:net'

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** Client frame, masked with a key of zeros, which changes nothing. */
export function frame(payload: string | Buffer, opcode: number = opcodes.text, isLast = true): Buffer {
  const body = Buffer.from(payload)
  const size = body.length < 126 ? 0 : body.length < 65_536 ? 2 : 8
  const head = Buffer.alloc(2 + size + 4)
  head[0] = (isLast ? 0x80 : 0) | opcode
  head[1] = 0x80 | (size === 0 ? body.length : size === 2 ? 126 : 127)
  if (size === 2) head.writeUInt16BE(body.length, 2)
  if (size === 8) head.writeBigUInt64BE(BigInt(body.length), 2)
  return Buffer.concat([head, body])
}

export const upgrade = (headers: Record<string, string> = {}, query = 'EIO=4&transport=websocket') =>
  `GET /socket.io/?${query} HTTP/1.1\r\nhost: alejandria\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
  `sec-websocket-version: 13\r\nsec-websocket-key: ${'A'.repeat(22)}==\r\n` +
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

export interface RawWebSocket {
  socket: Socket
  isOpen(): boolean
  send(text: string): void
  /** Resolves when either side has closed the connection. */
  closed: Promise<void>
}

interface OpenOptions {
  port: number
  headers?: Record<string, string>
  /** Pings are answered already, without a call. */
  onText(text: Buffer): void
}

/** Connects and upgrades; `onText` then gets the packets of Engine.IO. */
export function openRawWebSocket({ port, headers, onText }: OpenOptions): RawWebSocket {
  const socket = connect(port, '127.0.0.1')
  let rest: Buffer | undefined
  let isUpgraded = false
  let isOpen = true
  const pong = frame('3')

  function read(chunk: Buffer) {
    let bytes = rest ? Buffer.concat([rest, chunk]) : chunk
    rest = undefined
    if (!isUpgraded) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0 || bytes.toString('latin1', 9, 12) !== '101') {
        rest = bytes
        return
      }
      isUpgraded = true
      bytes = bytes.subarray(end + 4)
    }
    const used = readFrames(bytes, (opcode, payload) => {
      if (opcode === opcodes.close) socket.end()
      else if (payload[0] === 0x32 && payload.length === 1) socket.write(pong)
      else onText(payload)
    })
    if (used < bytes.length) rest = bytes.subarray(used)
  }
  socket.setNoDelay(true)
  socket.on('data', read)
  socket.on('error', () => {}) // 'close' follows
  socket.write(upgrade(headers))
  return {
    socket,
    isOpen: () => isOpen,
    send: (text) => void socket.write(frame(text)),
    closed: new Promise((resolve) =>
      socket.once('close', () => {
        isOpen = false
        resolve()
      }),
    ),
  }
}

/** Calls `onFrame` for each complete server frame; returns the count of bytes read. */
function readFrames(bytes: Buffer, onFrame: (opcode: number, payload: Buffer) => void) {
  let at = 0
  while (at + 2 <= bytes.length) {
    const short = (bytes[at + 1] as number) & 0x7f
    const head = short === 126 ? 4 : short === 127 ? 10 : 2
    if (at + head > bytes.length) break
    const length =
      short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short
    const end = at + head + length
    if (end > bytes.length) break
    onFrame((bytes[at] as number) & 0x0f, bytes.subarray(at + head, end))
    at = end
  }
  return at
}
