import { constants, type Dirent } from 'node:fs'
import { copyFile, type FileHandle, link, lstat, mkdir, open, opendir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '../ids.ts'
import { checkKey, checkRange } from './keys.ts'
import type { Storage } from './storage.ts'

const chunk = 128 * 2 ** 10
/** What is no second name for the same bytes, but can be a copy: there are some, another disk, a disk without such names. */
const otherwise = ['EEXIST', 'EXDEV', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, COPYFILE_EXCL } = constants

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
const undefinedFor =
  (...codes: string[]) =>
  (error: unknown) => {
    if (codes.includes(codeOf(error) ?? '')) return undefined
    throw error
  }

/**
 * Keeps bytes below a folder, as `<last two digits of the id>/<key>`: ids are ordered by time, so that only their ends
 * spread. Whatever else lies in `root`, such as `incoming`, is somebody else's. The disk's errors come through as they
 * are, ENOSPC too.
 */
export async function openFolder(root: string): Promise<Storage> {
  const made = await mkdir(root, { recursive: true, mode: 0o700 })
  // as deep as folders were made, up to the one that was there
  for (let at = root; made !== undefined; at = dirname(at)) {
    await sync(dirname(at))
    if (at === made) break
  }
  const durable = new Set<string>()
  const pathOf = (key: string) => join(root, checkKey(key).slice(30, 32), key)

  /** A put may find a folder that another one has just made, so the first look of each makes sure. */
  async function ensureFolder(folder: string) {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (made === undefined && durable.has(folder)) return
    await sync(root)
    durable.add(folder)
  }

  return {
    async put(key, path, { size }) {
      const target = pathOf(key)
      const folder = dirname(target)
      await ensureFolder(folder)
      await syncFile(path, size)
      await link(path, target).catch((error) => {
        if (!otherwise.includes(codeOf(error) ?? '')) throw error
        return copyTo(path, target, size)
      })
      await sync(folder)
    },

    async read(key, range) {
      const { start, end } = checkRange(range) ?? {}
      // A named pipe would wait for its writer without O_NONBLOCK.
      const file = await open(pathOf(key), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(undefinedFor('ENOENT', 'ELOOP'))
      if (!file) return undefined
      if (await isRegular(file)) return file.createReadStream({ start, end, highWaterMark: chunk })
      await file.close()
      return undefined
    },

    async sizeOf(key) {
      const found = await lstat(pathOf(key)).catch(undefinedFor('ENOENT'))
      return found?.isFile() ? found.size : undefined
    },

    async delete(key) {
      await rm(pathOf(key), { force: true })
    },

    async *list() {
      for (const shelf of await readdir(root, { withFileTypes: true })) {
        if (!shelf.isDirectory() || !/^[0-9a-f]{2}$/.test(shelf.name)) continue
        for await (const entry of await opendir(join(root, shelf.name))) {
          const size = await sizeOfEntry(entry)
          if (size !== undefined) yield { key: entry.name, size }
        }
      }
    },
  }
}

async function sync(path: string) {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a file of ours durable; one that was cut short is refused. */
async function syncFile(path: string, size: number) {
  const file = await open(path, 'r+')
  try {
    const found = await file.stat()
    if (found.size !== size) throw new Error(`${path} has ${found.size} bytes and should have ${size}`)
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Copies a file to where there may be one already, in one step for whoever looks. */
async function copyTo(path: string, target: string, size: number) {
  const beside = `${target}.${newId()}`
  try {
    await copyFile(path, beside, COPYFILE_EXCL)
    await syncFile(beside, size)
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true })
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

/** Undefined for what is no file, or none any more. */
async function sizeOfEntry({ parentPath, name }: Dirent) {
  const found = await lstat(join(parentPath, name)).catch(undefinedFor('ENOENT'))
  return found?.isFile() ? found.size : undefined
}
