import { open } from 'node:fs/promises'

/** Makes a file, or the entries of a folder, durable. */
export async function fsync(path: string) {
  await using file = await open(path)
  await file.sync()
}
