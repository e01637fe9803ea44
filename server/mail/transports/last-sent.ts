import { join } from 'node:path'
import { readSmallFile, replaceSmallFile } from '../../lib/small-file.ts'

/**
 * Id of the last sent delivery, stored outside of the database: a database without it is an older copy. Written after
 * the database, and so never ahead of it.
 */
export interface LastSent {
  /** Empty if nothing had been sent; undefined if never written. */
  read(): Promise<string | undefined>
  write(id: string): Promise<void>
}

/** An unreadable or empty file (after a power cut) counts as nothing sent, so that mail isn't blocked. */
export function openLastSent(dataDir: string): LastSent {
  const path = join(dataDir, 'last-mail')
  return { read: () => readSmallFile(path), write: (id) => replaceSmallFile(path, id) }
}
