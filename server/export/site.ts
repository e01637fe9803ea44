import { closeSync, createWriteStream, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { lstat, mkdir, readdir, realpath, rename, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../lib/make-folder.ts'
import { OperatorError } from '../operator-error.ts'

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

/** A text file that is written in parts. */
export interface Part {
  write(text: string): void
  close(): void
}

const bufferLength = 64 * 1024

/** A new folder of files, under a name that says that it is unfinished until `finish`. Paths are separated by `/`. */
export async function createSite(given: string) {
  const existing = await lstat(given).catch(() => undefined)
  const folder = existing ? await realpath(given).catch(() => given) : resolve(given)
  const entries = existing ? await readdir(folder).catch((error) => failed(given, error)) : []
  if (entries.length > 0) throw new OperatorError(`${given} is not empty: name a new folder`)
  // it could not be renamed at the end
  if (existing && (await stat(folder)).dev !== (await stat(dirname(folder))).dev)
    throw new OperatorError(`${given} is a disk of its own: name a new folder on it`)
  const unfinished = `${folder}.unfinished`
  try {
    makeFolder(dirname(folder))
  } catch (error) {
    failed(given, error)
  }
  try {
    await mkdir(unfinished)
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EEXIST')
      throw new OperatorError(`${unfinished} is there, from an export that is running or was interrupted: remove it`)
    failed(given, error)
  }
  const folders = new Set<string>()

  function fileOf(path: string) {
    const parent = dirname(path)
    if (!folders.has(parent)) mkdirSync(join(unfinished, parent), { recursive: true })
    folders.add(parent)
    return join(unfinished, path)
  }

  return {
    write(path: string, content: string | Uint8Array) {
      try {
        writeFileSync(fileOf(path), content, { flag: 'wx' })
      } catch (error) {
        failed(given, error)
      }
    },
    open(path: string): Part {
      let buffered = ''
      try {
        const descriptor = openSync(fileOf(path), 'wx')
        const flush = () => {
          for (let bytes = Buffer.from(buffered); bytes.length > 0; )
            bytes = bytes.subarray(writeSync(descriptor, bytes))
          buffered = ''
        }
        const guarded = (work: () => void) => {
          try {
            work()
          } catch (error) {
            failed(given, error)
          }
        }
        return {
          write: (text) =>
            guarded(() => {
              buffered += text
              if (buffered.length > bufferLength) flush()
            }),
          close: () =>
            guarded(() => {
              flush()
              closeSync(descriptor)
            }),
        }
      } catch (error) {
        return failed(given, error)
      }
    },
    /** Throws an error of the source as it is. */
    async copy(path: string, source: Readable) {
      let readError: unknown
      source.on('error', (error) => {
        readError = error
      })
      try {
        await pipeline(source, createWriteStream(fileOf(path), { flags: 'wx' }))
      } catch (error) {
        if (readError) throw readError
        failed(given, error)
      }
    },
    remove: (path: string) => rmSync(join(unfinished, path), { force: true }),
    async finish() {
      try {
        if (existing) await rmdir(folder)
        await rename(unfinished, folder)
      } catch (error) {
        failed(given, error)
      }
    },
    /** Nothing of it is left. */
    abandon: () => rmSync(unfinished, { recursive: true, force: true }),
  }
}

export type Site = Awaited<ReturnType<typeof createSite>>
