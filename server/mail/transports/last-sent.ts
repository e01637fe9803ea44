import { readFile, rename, writeFile } from 'node:fs/promises'

/**
 * Id of the last sent delivery, stored outside of the database: a database without it is an older copy. Written after
 * the database, and so never ahead of it.
 */
export interface LastSent {
  /** Empty if nothing had been sent; undefined if never written. */
  read(): Promise<string | undefined>
  write(id: string): Promise<void>
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** An unreadable or empty file (after a power cut) counts as nothing sent, so that mail isn't blocked. */
export function openLastSent(path: string): LastSent {
  return {
    async read() {
      try {
        return (await readFile(path, 'utf8')).trim()
      } catch (error) {
        return isMissing(error) ? undefined : ''
      }
    },
    async write(id) {
      // renamed into place, never half written; one per process, as several may share the folder
      const part = `${path}.${process.pid}.part`
      await writeFile(part, `${id}\n`, { mode: 0o600 })
      await rename(part, path)
    },
  }
}
