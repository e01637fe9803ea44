import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Disk, Reservation } from './disk.ts'
import { undefinedFor } from './folder.ts'

/** Also the space that is reserved at a time for bytes whose length isn't announced. */
const checkIntervalBytes = 2 * 2 ** 20

interface Receiving {
  start?: number
  /** Announced length of the source; space is reserved for it before the first byte. */
  length?: number | undefined
  isDurable?: boolean
}

export type Incoming = Awaited<ReturnType<typeof openIncoming>>

const undefinedIfAbsent = undefinedFor('ENOENT')

/** Folder of unfinished uploads and of images in the resizer. */
export async function openIncoming(root: string, disk: Disk) {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const pathOf = (name: string) => join(root, name)

  function limitToSpace(reservation: Reservation, isAnnounced: boolean) {
    let untilCheck = checkIntervalBytes
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        reservation.use(chunk.length)
        untilCheck -= chunk.length
        if (untilCheck > 0) return done(null, chunk)
        untilCheck = checkIntervalBytes
        reservation.ensure(isAnnounced ? 0 : checkIntervalBytes).then(() => done(null, chunk), done)
      },
    })
  }

  return {
    pathOf,
    /** Writes from `start` on. ENOSPC before the disk is full: a part of it stays free. `isDurable`: synced at the end. */
    async receive(name: string, source: Readable, { start = 0, length, isDurable = false }: Receiving = {}) {
      const reservation = await disk.reserve(length ?? checkIntervalBytes).catch((error) => {
        source.destroy()
        throw error
      })
      try {
        await pipeline(
          source,
          limitToSpace(reservation, length !== undefined),
          createWriteStream(pathOf(name), {
            flags: start === 0 ? 'w' : 'r+',
            start,
            flush: isDurable,
            mode: 0o600,
            highWaterMark: 2 ** 18,
          }),
        )
      } finally {
        reservation.release()
      }
    },
    sizeOf: (name: string) => stat(pathOf(name)).then(({ size }) => size, undefinedIfAbsent),
    remove: (name: string) => rm(pathOf(name), { force: true }),
    /** `written`: time of the last change, in milliseconds since 1970. */
    async list() {
      const names = await readdir(root)
      const found = await Promise.all(
        names.map(async (name) => ({ name, written: (await stat(pathOf(name)).catch(undefinedIfAbsent))?.mtimeMs })),
      )
      return found.flatMap(({ name, written }) => (written === undefined ? [] : [{ name, written }]))
    },
  }
}
