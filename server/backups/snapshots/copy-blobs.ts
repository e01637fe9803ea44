import { Readable } from 'node:stream'
import { createQueue } from '../../lib/queue.ts'
import { type Blob, type Storage, StorageUnavailable } from '../../storage/storage.ts'
import type { Progress } from '../progress.ts'
import type { Lock } from '../store/lock.ts'
import type { BackupStore } from '../store/store.ts'
import type { BlobLine, Manifest } from './manifest.ts'
import type { NamedBlob } from './tables.ts'

const copiesAtOnce = 4

interface Copying {
  blobs: NamedBlob[]
  earlier: Map<string, BlobLine>
  storage: Storage
  store: BackupStore
  /** That of the archive. */
  lock: Lock
}

/** An error of what is read, not of what it is written to. */
class Unreadable extends Error {}

async function* readable(source: Readable) {
  try {
    yield* source
  } catch (cause) {
    throw new Unreadable((cause as Error).message, { cause })
  }
}

/** Copies what the store doesn't have yet, by content. */
export async function copyBlobs({ blobs, earlier, storage, store, lock }: Copying, progress: Progress) {
  const stored = new Set<string>()
  for await (const { key } of store.storage.list()) stored.add(key)
  const lines: BlobLine[] = []
  const faults: Manifest['faults'] = []

  const missing: NamedBlob[] = []
  for (const blob of blobs) {
    const before = earlier.get(blob.key)
    const sha256 = blob.sha256 ?? before?.sha256
    if (sha256 !== undefined && stored.has(store.keyOfBlob(sha256)))
      lines.push({ key: blob.key, sha256, size: before?.size ?? blob.size })
    else missing.push(blob)
  }
  const bytes = missing.reduce((sum, { size }) => sum + size, 0)
  progress.step('files', bytes)

  async function copy({ key, name, sha256, size }: NamedBlob) {
    lock.requireHeld()
    const fault = (why: string) => {
      faults.push({ key, name, why })
      progress.warn(`${key} ${why}`, `${JSON.stringify(name)} (${key}) ${why}`)
    }
    const source = await storage.read(key)
    if (!source) return fault('is missing in the archive')
    const isRight = (found: Blob) => sha256 === undefined || (found.sha256 === sha256 && found.size === size)
    try {
      const content = await store.write(
        Readable.from(readable(source), { objectMode: false }),
        (found) => (isRight(found) ? store.keyOfBlob(found.sha256) : undefined),
        progress.bytes,
      )
      if (!isRight(content)) return fault('is damaged in the archive')
      lines.push({ key, sha256: content.sha256, size: content.size })
    } catch (error) {
      // one file that can't be read is a fault of its own; with the archive out of reach there would be a fault for each
      if (!(error instanceof Unreadable)) throw error
      if (error.cause instanceof StorageUnavailable) throw error.cause
      fault(`can't be read in the archive: ${error.message}`)
    }
  }
  const enqueue = createQueue({ maxConcurrent: copiesAtOnce })
  // none goes on after an error
  let failure: unknown
  const copyUnlessFailed = (blob: NamedBlob) =>
    copy(blob).catch((error: unknown) => {
      failure ??= error
    })
  await Promise.all(missing.map((blob) => enqueue(async () => failure ?? copyUnlessFailed(blob))))
  if (failure) throw failure
  faults.sort((a, b) => (a.key < b.key ? -1 : 1))
  return { lines, faults }
}
