import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  /** Path in the ZIP, of names that `toFileName` made. */
  path: string
  modified: number
  bytes: Readable
  /** False for bytes that are compressed already. */
  isCompressed: boolean
}

/**
 * A ZIP that is made while it is read: `write` adds an entry when the one before has gone out, so that memory stays small
 * however slow the reader is. An error destroys the stream, so that half a ZIP is never taken for a whole one; after a
 * reader has left, `add` fails.
 */
export function streamZip(write: (add: (entry: ZipEntry) => Promise<void>) => Promise<void>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))

  async function add({ path, modified, bytes, isCompressed }: ZipEntry) {
    const abandon = () => bytes.destroy()
    if (output.destroyed) {
      abandon()
      throw new Error('the reader has left')
    }
    output.once('close', abandon)
    try {
      zip.addReadStream(bytes, path, { mtime: new Date(modified), compress: isCompressed })
      await finished(bytes, { writable: false })
    } finally {
      output.off('close', abandon)
    }
  }

  write(add).then(
    () => zip.end(),
    (error) => output.destroy(error),
  )
  return output
}
