import { constants } from 'node:fs'
import { copyFile, type FileHandle, link, lstat, mkdir, open, opendir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '../ids.ts'
import { fsync } from '../lib/fsync.ts'
import { makeFolder } from '../lib/make-folder.ts'
import { archiveKeys, checkRange, type Keys } from './keys.ts'
import type { Storage } from './storage.ts'

const chunkBytes = 128 * 2 ** 10
/** Errors of `link` after which a copy works: the target exists, is on another disk, or hard links aren't supported. */
const copyInsteadCodes = ['EEXIST', 'EXDEV', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, COPYFILE_EXCL } = constants

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
/** Undefined in place of an error with one of these codes. */
export const undefinedFor =
  (...codes: string[]) =>
  (error: unknown) => {
    if (codes.includes(codeOf(error) ?? '')) return undefined
    throw error
  }

/**
 * Blobs as files, at the paths of their keys. Other entries of `root`, such as `incoming`, are ignored. Errors of the disk
 * pass through unchanged, ENOSPC included.
 */
export async function openFolder(root: string, keys: Keys = archiveKeys): Promise<Storage> {
  const made = makeFolder(root)
  // every created folder, up to the existing parent
  for (let at = root; made !== undefined; at = dirname(at)) {
    await fsync(dirname(at))
    if (at === made) break
  }
  const durable = new Set<string>()
  const pathOf = (key: string) => join(root, keys.pathOf(key))

  /** Another process may have created the folder without syncing it: each process syncs once. */
  async function ensureFolder(folder: string) {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (made === undefined && durable.has(folder)) return
    for (let at = folder; at !== root; at = dirname(at)) await fsync(dirname(at))
    durable.add(folder)
  }

  return {
    async put(key, path, { size }, { isNew = false } = {}) {
      const target = pathOf(key)
      const folder = dirname(target)
      await ensureFolder(folder)
      await syncFile(path, size)
      await link(path, target).catch((error) => {
        if (!copyInsteadCodes.includes(codeOf(error) ?? '')) throw error
        return isNew ? copyNew(path, target) : copyTo(path, target, size)
      })
      await fsync(folder)
    },

    async read(key, range) {
      const { start, end } = checkRange(range) ?? {}
      // Without O_NONBLOCK, opening a named pipe would wait for its writer.
      const file = await open(pathOf(key), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(undefinedFor('ENOENT', 'ELOOP'))
      if (!file) return undefined
      if (await isRegular(file)) return file.createReadStream({ start, end, highWaterMark: chunkBytes })
      await file.close()
      return undefined
    },

    async sizeOf(key) {
      return sizeOfFile(pathOf(key))
    },

    async delete(key) {
      await rm(pathOf(key), { force: true })
    },

    async *list() {
      for await (const path of filesBelow('')) {
        const key = keys.keyOf(path)
        const size = key === undefined ? undefined : await sizeOfFile(join(root, path))
        if (key !== undefined && size !== undefined) yield { key, size }
      }
    },
  }

  async function* filesBelow(folder: string): AsyncGenerator<string> {
    for await (const entry of await opendir(join(root, folder))) {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) yield path
      else if (keys.isFolder(path)) yield* filesBelow(path)
    }
  }
}

/** Makes a file durable; refuses one of the wrong size. */
async function syncFile(path: string, size: number) {
  await using file = await open(path, 'r+')
  const found = await file.stat()
  if (found.size !== size) throw new Error(`${path} has ${found.size} bytes and should have ${size}`)
  await file.chmod(0o600)
  await file.sync()
}

/** Leaves an existing file as it is. */
const copyNew = (path: string, target: string) =>
  copyFile(path, target, COPYFILE_EXCL).then(() => fsync(target), undefinedFor('EEXIST'))

/** Atomic; replaces an existing file. */
async function copyTo(path: string, target: string, size: number) {
  const temporary = `${target}.${newId()}`
  try {
    await copyFile(path, temporary, COPYFILE_EXCL)
    await syncFile(temporary, size)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function isRegular(file: FileHandle) {
  try {
    return (await file.stat()).isFile()
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Undefined for deleted entries, and for those that aren't files. */
async function sizeOfFile(path: string) {
  const found = await lstat(path).catch(undefinedFor('ENOENT'))
  return found?.isFile() ? found.size : undefined
}
