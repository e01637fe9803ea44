// Viruses are looked for by a clamd of the operator's (setting CLAMD), with its command INSTREAM: see `man clamd`.
import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { ScannerAddress } from '../plaintext.ts'

export type Scanner = ReturnType<typeof openScanner>

export class NotScanned extends Error {
  /** It will be refused at the next attempt too. */
  readonly isTooLarge: boolean

  constructor(message: string, { cause, isTooLarge = false }: { cause?: unknown; isTooLarge?: boolean } = {}) {
    super(message, { cause })
    this.isTooLarge = isTooLarge
  }
}

/** Milliseconds without any traffic. More than the two minutes after which clamd ends a scan by itself (MaxScanTime). */
const defaultTimeoutMs = 150_000
const chunkBytes = 256 * 1024
const maxReplyLength = 2000

/** Everything up to the NUL that ends a reply. */
function readReply(socket: Socket, timeoutMs: number) {
  return new Promise<string>((resolve, reject) => {
    let reply = ''
    socket.setEncoding('utf8')
    socket.setTimeout(timeoutMs, () => reject(new NotScanned('the scanner is silent')))
    socket.on('error', (cause) => reject(new NotScanned('the scanner is out of reach', { cause })))
    socket.on('close', () => reject(new NotScanned('the scanner closed the connection without a reply')))
    socket.on('data', (text: string) => {
      reply += text
      const end = reply.indexOf('\0')
      if (end >= 0) resolve(reply.slice(0, end))
      else if (reply.length > maxReplyLength) reject(new NotScanned('the reply of the scanner is too long'))
    })
  })
}

/** Each chunk after its length; a length of zero ends the file. Rejects if the file can't be read. */
async function sendFile(socket: Socket, path: string) {
  // an error is told by the reply
  const send = (bytes: Buffer) => new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
  const lengthOf = (bytes: number) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes)
    return length
  }
  await send(Buffer.from('zINSTREAM\0'))
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    if (!socket.writable) return
    void send(lengthOf(chunk.length))
    await send(chunk)
  }
  await send(lengthOf(0))
}

function virusIn(reply: string) {
  if (reply === 'stream: OK') return undefined
  const virus = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  // with AlertExceedsMax, for what it would call clean although it read none or a part of it
  const exceedsLimit = virus?.startsWith('Heuristics.Limits.Exceeded') || reply.includes('size limit exceeded')
  if (virus !== undefined && !exceedsLimit) return virus
  throw new NotScanned(`the scanner replied ${JSON.stringify(reply.slice(0, 200))}`, {
    isTooLarge: exceedsLimit,
  })
}

export const openScanner = (address: ScannerAddress, { timeoutMs = defaultTimeoutMs } = {}) => ({
  /** The name of the virus in a local file, or undefined. Throws `NotScanned` if the scanner doesn't say. */
  async findVirus(path: string) {
    const socket = connect(address)
    try {
      const reply = readReply(socket, timeoutMs)
      // a reply before the end of the file is a refusal
      return virusIn(await Promise.race([reply, sendFile(socket, path).then(() => reply)]))
    } finally {
      socket.destroy()
    }
  },
})
