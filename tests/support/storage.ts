/** A desk to lay files on, and a storage of either kind. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { newId } from '../../server/ids.ts'
import { openFolder } from '../../server/storage/folder.ts'
import { openBucket } from '../../server/storage/s3.ts'
import type { Range, Storage } from '../../server/storage/storage.ts'
import { startS3 } from './s3.ts'

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** A folder that is gone after the test. */
export async function desk() {
  const path = await mkdtemp(join(tmpdir(), 'storage-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** Lays a file on a desk, as an upload lies in `incoming`. */
export async function lay(bytes: Buffer | string) {
  const path = join(await desk(), newId())
  await writeFile(path, bytes)
  return path
}

export const put = async (storage: Storage, key: string, bytes: Buffer | string) =>
  storage.put(key, await lay(bytes), { size: Buffer.byteLength(bytes), sha256: sha256(bytes) })

export async function textOf(storage: Storage, key: string, range?: Range) {
  const bytes = await storage.read(key, range)
  return bytes && (await buffer(bytes)).toString()
}

export async function listed(storage: Storage) {
  const found: [key: string, size: number][] = []
  for await (const { key, size } of storage.list()) found.push([key, size])
  return found.sort()
}

export async function folder() {
  const root = join(await desk(), 'files')
  return {
    root,
    storage: await openFolder(root),
    /** Puts something there behind the storage's back, and something that belongs to others. */
    async smuggle(name: string) {
      for (const place of ['ab', 'incoming', '.']) {
        await mkdir(join(root, place), { recursive: true })
        await writeFile(join(root, place, name), 'ajeno')
      }
    },
    /** Everything that lies there, whoever it belongs to. */
    async everything() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
    },
  }
}

export async function bucket(change: Partial<Parameters<typeof openBucket>[0]> = {}) {
  const s3 = await startS3()
  onTestFinished(s3.stop)
  return {
    s3,
    storage: await openBucket({ ...s3, ...change }),
    async smuggle(name: string) {
      for (const place of ['files', 'incoming']) s3.objects.set(`${place}/${name}`, Buffer.from('ajeno'))
    },
    everything: async () => [...s3.objects.keys()],
  }
}
