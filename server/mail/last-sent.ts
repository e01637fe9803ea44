import { readFile, rename, writeFile } from 'node:fs/promises'

/**
 * The letter that went out last, known outside of the database: a database that doesn't know of it is an older copy.
 * Written once the database has it, so that this is never ahead of it, whatever dies on the way.
 */
export interface LastSent {
  /** A delivery's id; empty when none had gone out, undefined when nothing was ever written. */
  read(): Promise<string | undefined>
  write(id: string): Promise<void>
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** In a file of its own. One that a power cut left empty, or that can't be read, says nothing: mail goes on. */
export function lastSentIn(path: string): LastSent {
  return {
    async read() {
      try {
        return (await readFile(path, 'utf8')).trim()
      } catch (error) {
        return isMissing(error) ? undefined : ''
      }
    },
    async write(id) {
      // whole or not at all, also where several processes share the folder
      const beside = `${path}.${process.pid}.part`
      await writeFile(beside, `${id}\n`, { mode: 0o600 })
      await rename(beside, path)
    },
  }
}
