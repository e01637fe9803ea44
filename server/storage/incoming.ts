import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type PathLike } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Disk, Reservation } from './disk.ts'

/** Also the space that is reserved at a time for bytes whose length isn't announced. */
const checkIntervalBytes = 2 * 2 ** 20

interface Receiving {
  start?: number
  /** Announced length of the source; space is reserved for it before the first byte. */
  length?: number | undefined
  isDurable?: boolean
}

/** Folder of unfinished uploads and of images in the resizer. */
export interface Incoming {
  pathOf(name: string): string
  /**
   * Writes from `start` on. ENOSPC before the disk is full: a part of it stays free. `isDurable`: synced at the end.
   */
  receive(name: string, source: Readable, options?: Receiving): Promise<void>
  sizeOf(name: string): Promise<number | undefined>
  remove(name: string): Promise<void>
  /** `written`: time of the last change, in milliseconds since 1970. */
  list(): Promise<{ name: string; written: number }[]>
}

const isAbsent = (error: unknown) => (error as { code?: string }).code === 'ENOENT'
const undefinedIfAbsent = (error: unknown) => {
  if (isAbsent(error)) return undefined
  throw error
}

export async function openIncoming(root: string, disk: Disk): Promise<Incoming> {
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
    async receive(name, source, { start = 0, length, isDurable = false } = {}) {
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
    sizeOf: (name) => stat(pathOf(name)).then(({ size }) => size, undefinedIfAbsent),
    remove: (name) => rm(pathOf(name), { force: true }),
    async list() {
      const names = await readdir(root)
      const found = await Promise.all(
        names.map(async (name) => ({ name, written: (await stat(pathOf(name)).catch(undefinedIfAbsent))?.mtimeMs })),
      )
      return found.flatMap(({ name, written }) => (written === undefined ? [] : [{ name, written }]))
    },
  }
}

/** SHA-256 as 64 hexadecimal digits. */
export async function hashOf(path: PathLike) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 18 })) hash.update(chunk)
  return hash.digest('hex')
}
