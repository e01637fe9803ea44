import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type PathLike } from 'node:fs'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StorageFull } from './storage.ts'

const checkIntervalBytes = 2 * 2 ** 20
/** Space that uploads leave free: a share of the disk, limited to a maximum. */
const reservedShare = 0.05
const maxReservedBytes = 256 * 2 ** 20

interface Receiving {
  start?: number
  isDurable?: boolean
  onBytes?(chunk: Buffer): void
}

/** Folder of unfinished uploads and of images in the resizer. */
export interface Incoming {
  pathOf(name: string): string
  /**
   * Writes from `start` on. ENOSPC before the disk is full: a part of it stays free. `isDurable`: synced at the end.
   */
  receive(name: string, source: Readable, options?: Receiving): Promise<void>
  /** Throws ENOSPC if `size` bytes don't fit. */
  ensureSpace(size: number): Promise<void>
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

export async function openIncoming(root: string): Promise<Incoming> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const pathOf = (name: string) => join(root, name)

  async function ensureSpace(size: number) {
    const { bavail, blocks, bsize } = await statfs(root)
    const reserve = Math.min(maxReservedBytes, blocks * bsize * reservedShare)
    if (bavail * bsize - size < reserve) throw new StorageFull('the disk has too little space')
  }

  function limitToSpace(onBytes: (chunk: Buffer) => void) {
    let untilCheck = 0
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        onBytes(chunk)
        untilCheck -= chunk.length
        if (untilCheck > 0) return done(null, chunk)
        untilCheck = checkIntervalBytes
        ensureSpace(checkIntervalBytes).then(() => done(null, chunk), done)
      },
    })
  }

  return {
    pathOf,
    ensureSpace,
    receive: (name, source, { start = 0, isDurable = false, onBytes = () => {} } = {}) =>
      pipeline(
        source,
        limitToSpace(onBytes),
        createWriteStream(pathOf(name), {
          flags: start === 0 ? 'w' : 'r+',
          start,
          flush: isDurable,
          mode: 0o600,
          highWaterMark: 2 ** 18,
        }),
      ),
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
