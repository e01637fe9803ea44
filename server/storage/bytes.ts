import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Blob } from './storage.ts'

/** Passes bytes through; afterwards `result` has their number and hash. */
export function measure(onBytes: (count: number) => void = () => {}) {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    highWaterMark: 2 ** 18,
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  let measured: Blob | undefined
  const result = (): Blob => {
    measured ??= { size, sha256: hash.digest('hex') }
    return measured
  }
  return { through, result }
}

/** Reads bytes to their end. */
export async function measureAll(source: Readable, onBytes?: (count: number) => void): Promise<Blob> {
  const { through, result } = measure(onBytes)
  await pipeline(source, through.resume())
  return result()
}

export const measureFile = (path: string) => measureAll(createReadStream(path, { highWaterMark: 2 ** 18 }))
