/** Temporary files, and a storage of either kind. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { newId } from '../../../../server/ids.ts'
import { openFolder } from '../../../../server/storage/folder.ts'
import { openBucket } from '../../../../server/storage/s3.ts'
import type { Range, Storage } from '../../../../server/storage/storage.ts'
import { startS3 } from '../../s3/server.ts'

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** Deleted after the test. */
export async function createTempDir() {
  const path = await mkdtemp(join(tmpdir(), 'storage-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** Writes a file, as an upload in `incoming`. */
export async function writeTempFile(bytes: Buffer | string) {
  const path = join(await createTempDir(), newId())
  await writeFile(path, bytes)
  return path
}

export const put = async (storage: Storage, key: string, bytes: Buffer | string) =>
  storage.put(key, await writeTempFile(bytes), { size: Buffer.byteLength(bytes), sha256: sha256(bytes) })

export async function textOf(storage: Storage, key: string, range?: Range) {
  const bytes = await storage.read(key, range)
  return bytes && (await buffer(bytes)).toString()
}

export async function listed(storage: Storage) {
  const found: [key: string, size: number][] = []
  for await (const { key, size } of storage.list()) found.push([key, size])
  return found.sort()
}

export async function openTestFolder() {
  const root = join(await createTempDir(), 'files')
  return {
    root,
    storage: await openFolder(root),
    /** Writes files without the storage: one among its own and some in other folders. */
    async putForeignFile(name: string) {
      for (const place of ['ab', 'incoming', '.']) {
        await mkdir(join(root, place), { recursive: true })
        await writeFile(join(root, place, name), 'ajeno')
      }
    },
    /** The names of all files, the foreign ones too. */
    async listEverything() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
    },
  }
}

/** A bucket that is gone after the test. */
export async function newBucket() {
  const s3 = await startS3()
  onTestFinished(s3.stop)
  return s3
}

export async function openTestBucket(change: Partial<Parameters<typeof openBucket>[0]> = {}) {
  const s3 = await newBucket()
  return {
    s3,
    storage: await openBucket({ ...s3, ...change }),
    async putForeignFile(name: string) {
      for (const place of ['files', 'incoming']) s3.objects.set(`${place}/${name}`, Buffer.from('ajeno'))
    },
    listEverything: async () => [...s3.objects.keys()],
  }
}
