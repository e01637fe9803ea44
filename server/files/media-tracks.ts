import type { FileHandle } from 'node:fs/promises'

const maxBoxes = 10_000
/** Boxes of MP4 and its kin on the way to a track's kind and format (ISO 14496-12). */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])

interface Box {
  type: string
  /** Place of what the box holds, and of its end. */
  start: number
  end: number
}

async function readBytes(file: FileHandle, at: number, length: number) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return bytesRead === length ? buffer : undefined
}

async function* boxesOf(file: FileHandle, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const head = await readBytes(file, at, 8)
    if (!head) return
    let [size, headLength] = [head.readUInt32BE(0), 8]
    // 1: the size follows in eight bytes; 0: up to the end
    if (size === 1) {
      const large = await readBytes(file, at + 8, 8)
      if (!large) return
      ;[size, headLength] = [Number(large.readBigUInt64BE(0)), 16]
    }
    const end = size === 0 ? to : Math.min(to, at + size)
    if (end < at + headLength) return
    yield { type: head.toString('latin1', 4, 8), start: at + headLength, end }
    at = end
  }
}

/** Kinds and formats of the tracks of an MP4, QuickTime or 3GPP file: `vide`, `soun`, `mp4a`, `alac` and others. */
export async function readTrackCodes(file: FileHandle, size: number): Promise<Set<string>> {
  const codes = new Set<string>()
  const readCode = async (at: number) => (await readBytes(file, at, 4))?.toString('latin1') ?? ''
  const open: Box[] = [{ type: 'moov', start: 0, end: size }]
  let read = 0
  for (let outer = open.pop(); outer; outer = open.pop())
    for await (const box of boxesOf(file, outer.start, outer.end)) {
      if (++read > maxBoxes) return codes
      if (containers.has(box.type)) open.push(box)
      // version, flags and a field that isn't used stand before the kind
      if (box.type === 'hdlr') codes.add(await readCode(box.start + 8))
      // version, flags, a count and the entry's size stand before the format
      if (box.type === 'stsd') codes.add(await readCode(box.start + 12))
    }
  return codes
}
