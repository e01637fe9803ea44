import { readFile, rename, writeFile } from 'node:fs/promises'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Undefined without the file; empty if it can't be read. */
export const readSmallFile = (path: string) =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    (error) => (isMissing(error) ? undefined : ''),
  )

/** Renamed into place, never half written; a power cut may leave the text of before, or nothing. */
export async function replaceSmallFile(path: string, text: string) {
  // one per process, as several may share the folder
  const part = `${path}.${process.pid}.part`
  await writeFile(part, `${text}\n`, { mode: 0o600 })
  await rename(part, path)
}
