import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** A clock that is set back further than this was wrong before, and ids follow it. */
const maxAheadMs = 60_000

/**
 * The id of a thing that was made elsewhere at a moment; `order` sorts those of the same millisecond, below 2 ** 32. With
 * `random`, 16 bytes, it is the same each time.
 */
export const idAt = (at: number, order: number, random?: Uint8Array) =>
  v7({ msecs: Math.max(at, 0), seq: order, ...(random && { random }) }).replaceAll('-', '')

let msecs = 0
let seq = 0

/**
 * UUIDv7 as 32 lower-case hexadecimal digits, in ascending order within a process: ids are sort keys here, and Node's
 * own `randomUUIDv7` doesn't promise that order.
 */
export function newId() {
  const now = Date.now()
  if (now > msecs || now < msecs - maxAheadMs) {
    msecs = now
    seq = randomInt(2 ** 31)
  } else if (++seq === 2 ** 32) {
    msecs++
    seq = 0
  }
  return v7({ msecs, seq }).replaceAll('-', '')
}
