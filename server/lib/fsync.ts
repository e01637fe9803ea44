import { open } from 'node:fs/promises'

/** Makes a file, or the entries of a folder, durable. */
export async function fsync(path: string) {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
