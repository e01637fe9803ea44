import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/schema.ts'
import { createSerialQueue } from '../lib/queue.ts'
import { countWrite, type Epoch } from './queries.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Undefined without the file; empty if it can't be read. */
const readSmallFile = (path: string) =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    (error) => (isMissing(error) ? undefined : ''),
  )

/** Renamed into place, never half written; a power cut may leave the text of before, or nothing. */
async function replaceSmallFile(path: string, text: string) {
  // one per process, as several may share the folder
  const part = `${path}.${process.pid}.part`
  await writeFile(part, `${text}\n`, { mode: 0o600 })
  await rename(part, path)
}

/**
 * The epoch of the database and its number of writes, in the data folder: what this process last saw. A database that is
 * of another epoch, or behind this file, came back from a copy.
 */
export interface EpochFile {
  /** Undefined without the file. */
  read(): Promise<{ epoch: string; writes: number } | undefined>
  /** Errors are only logged: a copy that comes back may then be missed, or taken for one, but the server works. */
  write(epoch: Epoch): Promise<void>
}

/** Counts a write in the database, and then in the file: a copy of the database from before is behind the file. */
export const recordWrite = async ({ db, epochFile }: { db: Db; epochFile: EpochFile }) =>
  epochFile.write(await countWrite(db))

export function openEpochFile(dataDir: string): EpochFile {
  const path = join(dataDir, 'epoch')
  const enqueue = createSerialQueue()
  return {
    async read() {
      const text = await readSmallFile(path)
      if (text === undefined) return undefined
      // an empty file, after a power cut, is behind any database
      const [epoch = '', writes] = text.split(' ')
      return { epoch, writes: Number(writes ?? 0) }
    },
    async write({ epoch, writes }) {
      if (epoch === null) return
      await enqueue(() => replaceSmallFile(path, `${epoch} ${writes}`)).catch((error: Error) =>
        console.error(`the file ${path} can't be written: ${error.message}`),
      )
    },
  }
}
