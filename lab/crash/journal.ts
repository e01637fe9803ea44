import { appendFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Intents and acknowledgements in a file of the driver, outside of the data folder: the evidence when something is lost.
 * `restart` keeps the part before it too, so that a long run needs little space.
 */
export function openJournal(folder: string) {
  mkdirSync(folder, { recursive: true })
  const [file, earlier] = ['journal.ndjson', 'journal-earlier.ndjson'].map((name) => join(folder, name)) as [
    string,
    string,
  ]
  for (const path of [file, earlier]) rmSync(path, { force: true })
  return {
    file,
    write: (line: object) => appendFileSync(file, `${JSON.stringify({ at: Date.now(), ...line })}\n`),
    restart: () => renameSync(file, earlier),
  }
}

export type Journal = ReturnType<typeof openJournal>
