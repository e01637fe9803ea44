import { rmSync } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath, rename, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../../lib/make-folder.ts'
import type { ZipEntry } from '../../lib/zip.ts'
import { OperatorError } from '../../operator-error.ts'

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'there is no permission to write there',
  EPERM: 'there is no permission to write there',
  EROFS: 'it can only be read',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a part of its path is not a folder',
  EIO: 'the disk fails',
}

function failed(folder: string, error: unknown): never {
  const { code, message } = error as { code?: unknown; message: string }
  throw new OperatorError(`${folder} can't be written: ${reasons[String(code)] ?? message}`, { cause: error })
}

/** A new folder of files, under a name that says that it is unfinished until `finish`. Paths are separated by `/`. */
export async function createFolder(target: string) {
  const guard = async <T>(work: () => T | Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      return failed(target, error)
    }
  }
  const existing = await lstat(target).catch(() => undefined)
  const folder = existing ? await realpath(target).catch(() => target) : resolve(target)
  const entries = existing ? await guard(() => readdir(folder)) : []
  if (entries.length > 0) throw new OperatorError(`${target} is not empty: name a new folder`)
  // it could not be renamed at the end
  if (existing && (await stat(folder)).dev !== (await stat(dirname(folder))).dev)
    throw new OperatorError(`${target} is a disk of its own: name a new folder on it`)
  const unfinished = `${folder}.unfinished`
  await guard(() => makeFolder(dirname(folder)))
  await mkdir(unfinished).catch((error) => {
    if (error.code !== 'EEXIST') failed(target, error)
    throw new OperatorError(`${unfinished} is there, from an export that is running or was interrupted: remove it`)
  })
  const folders = new Set<string>()
  let isAbandoned = false

  async function create(path: string) {
    if (isAbandoned) throw new Error('it was abandoned')
    const parent = join(unfinished, dirname(path))
    if (!folders.has(parent)) await mkdir(parent, { recursive: true })
    folders.add(parent)
    return open(join(unfinished, path), 'wx')
  }

  return {
    async add({ path, bytes }: ZipEntry) {
      const file = await guard(() => create(path))
      try {
        for await (const chunk of bytes) await guard(() => file.writeFile(chunk))
      } finally {
        await guard(() => file.close())
      }
    },
    remove: (path: string) => rmSync(join(unfinished, path), { force: true }),
    finish: () =>
      guard(async () => {
        if (existing) await rmdir(folder)
        await rename(unfinished, folder)
      }),
    /** Nothing of it is left. */
    abandon() {
      isAbandoned = true
      rmSync(unfinished, { recursive: true, force: true })
    },
  }
}
