import { join } from 'node:path'
import { readSmallFile, replaceSmallFile } from '../lib/small-file.ts'
import type { Epoch } from './queries.ts'

/**
 * The epoch of the database and its number of writes, in the data folder: what this process last saw. A database that is
 * of another epoch, or behind this file, came back from a copy.
 */
export interface EpochFile {
  /** Undefined without the file. */
  read(): Promise<{ epoch: string; beats: number } | undefined>
  write(epoch: Epoch): Promise<void>
}

export function openEpochFile(dataDir: string): EpochFile {
  const path = join(dataDir, 'epoch')
  return {
    async read() {
      const text = await readSmallFile(path)
      if (text === undefined) return undefined
      // an empty file, after a power cut, is behind any database
      const [epoch = '', beats] = text.split(' ')
      return { epoch, beats: Number(beats ?? 0) }
    },
    write: ({ epoch, beats }) => replaceSmallFile(path, `${epoch} ${beats}`),
  }
}
