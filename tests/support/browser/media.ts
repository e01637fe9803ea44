/** Images made in memory. */
import { deflateSync } from 'node:zlib'
import { chunk } from '../../fixtures/hostile.ts'

/** A PNG of 32 x 32 pixels in one colour, which depends on `shade` (0 to 255). */
export function smallPng(name: string, shade = 0) {
  const side = 32
  const header = Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 2, 0, 0, 0])
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(3 * side, Buffer.from([shade, 96, 160]))])
  const bytes = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { name, type: 'image/png', bytes: new Uint8Array(bytes) }
}
