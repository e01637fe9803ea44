import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type PathLike } from 'node:fs'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { NoRoom } from './storage.ts'

/** How many bytes may arrive between two looks at the room that is left. */
const lookEvery = 2 * 2 ** 20
/** What arriving bytes leave free: a part of the disk, but never more than so much. */
const reservedPart = 0.05
const mostReserved = 256 * 2 ** 20

interface Receiving {
  start?: number
  isDurable?: boolean
  onBytes?(chunk: Buffer): void
}

/** The folder where bytes lie while they arrive: uploads, and the pictures that smaller ones are made of. */
export interface Incoming {
  pathOf(name: string): string
  /**
   * Writes what comes from `start` on, with a part of the disk left free (ENOSPC); tells each chunk on the way.
   * `isDurable`: what came to its end is there after a power cut, too.
   */
  receive(name: string, source: Readable, options?: Receiving): Promise<void>
  /** Refuses bytes that wouldn't fit, before they are sent. */
  expect(size: number): Promise<void>
  /** Undefined when nothing has arrived under the name. */
  sizeOf(name: string): Promise<number | undefined>
  remove(name: string): Promise<void>
  /** What lies there, and when it was last written, in milliseconds since 1970. */
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

  async function expect(size: number) {
    const { bavail, blocks, bsize } = await statfs(root)
    const reserve = Math.min(mostReserved, blocks * bsize * reservedPart)
    if (bavail * bsize - size < reserve) throw new NoRoom('the disk has no room for it')
  }

  /** Lets bytes through, as long as there is room for them. */
  function guard(onBytes: (chunk: Buffer) => void) {
    let untilLook = 0
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        onBytes(chunk)
        untilLook -= chunk.length
        if (untilLook > 0) return done(null, chunk)
        untilLook = lookEvery
        expect(lookEvery).then(() => done(null, chunk), done)
      },
    })
  }

  return {
    pathOf,
    expect,
    receive: (name, source, { start = 0, isDurable = false, onBytes = () => {} } = {}) =>
      pipeline(
        source,
        guard(onBytes),
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

/** The SHA-256 of a file, as 64 hexadecimal digits. */
export async function hashOf(path: PathLike) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 18 })) hash.update(chunk)
  return hash.digest('hex')
}
