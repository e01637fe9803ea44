import { type ConsistentRead, openConsistentRead } from '../db/consistent-read.ts'
import type { DatabaseLocation, OpenDatabase } from '../db/db.ts'
import { deleteLease, takeLease } from '../db/leases.ts'
import type { Db } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { createQueue } from '../lib/queue.ts'
import { OperatorError } from '../operator-error.ts'
import { type Storage, StorageUnavailable } from '../storage/storage.ts'
import { blobKey, manifestPart, momentOfName, nameOfMoment } from './keys.ts'
import { readLines, writeLines } from './lines.ts'
import type { StoreLock } from './lock.ts'
import { type BlobLine, formatManifest, type Manifest, type Part, parseBlobLine } from './manifest.ts'
import { noProgress, type Progress } from './progress.ts'
import type { BackupStore } from './store.ts'
import { keptTables, rowsOfTable } from './tables.ts'

const leaseMs = 120_000
const renewIntervalMs = 30_000
const copiesAtOnce = 4

interface Source {
  database: Pick<OpenDatabase, 'db'>
  location: DatabaseLocation
  /** Of the archive. */
  storage: Storage
  version: string
}

/** A file that a row names. */
interface NamedBlob {
  key: string
  name: string
  sha256: string | undefined
  size: number
}

/**
 * Makes a snapshot beside the working server, and returns its manifest. Nothing is deleted from the archive meanwhile:
 * what the rows name stays until it is copied. The manifest comes last, and without one there is no snapshot.
 */
export async function makeSnapshot(
  { database, location, storage, version }: Source,
  store: BackupStore,
  lock: StoreLock,
  progress: Progress = noProgress,
): Promise<Manifest> {
  const snapshots = await store.list()
  const lease = await holdDeletions(database.db)
  try {
    const snapshot = nameAfter(snapshots.at(-1))
    const earlier = await blobsOf(store, snapshots.at(-1), progress)
    progress.step('tables')
    const { tables, blobs, schema } = await writeTables(location, store, snapshot, progress)
    const { lines, faults } = await copyBlobs({ blobs, earlier, storage, store, lease }, progress)
    lines.sort((a, b) => (a.key < b.key ? -1 : 1))
    const list = await writeLines(store, { snapshot, name: 'blobs', objects: inTurn(lines) })
    const bytes = lines.reduce((sum, { size }) => sum + size, 0)
    const manifest: Manifest = {
      ...{ format: 1, program: version, snapshot, schema, tables },
      ...{ blobs: { ...list, bytes }, faults },
    }
    lease.requireHeld()
    lock.requireHeld()
    await store.writeText(store.keyOfPart(snapshot, manifestPart), formatManifest(manifest))
    return manifest
  } finally {
    await lease.release()
  }
}

/** The present second, or the one after the last snapshot. */
function nameAfter(last: string | undefined) {
  const now = Date.now()
  return nameOfMoment(last === undefined ? now : Math.max(now, momentOfName(last) + 1000))
}

async function* inTurn<T>(items: T[]) {
  yield* items
}

/** While it is held, no process deletes bytes of the archive (`deleteOrphans`). */
async function holdDeletions(db: Db) {
  const holder = newId()
  let validUntil = 0
  async function take() {
    const begunAt = performance.now()
    const isTaken = await takeLease(db, 'backup', holder, Date.now(), Date.now() + leaseMs)
    if (isTaken) validUntil = begunAt + leaseMs
    return isTaken
  }
  if (!(await take()))
    throw new OperatorError('another snapshot of this community is being made: try again when it has ended')
  const timer = setInterval(() => {
    // a failed renewal is made up for by the next one, or the lease is lost
    take().catch(() => {})
  }, renewIntervalMs)
  return {
    requireHeld() {
      if (performance.now() > validUntil)
        throw new OperatorError('files may have been deleted while the snapshot was made: start again')
    },
    async release() {
      clearInterval(timer)
      await deleteLease(db, 'backup', holder)
    },
  }
}

type Lease = Awaited<ReturnType<typeof holdDeletions>>

/** Hashes and sizes by key, of the snapshot before: bytes never change under a key. */
async function blobsOf(store: BackupStore, snapshot: string | undefined, { warn }: Progress) {
  const found = new Map<string, BlobLine>()
  if (snapshot === undefined) return found
  try {
    const { blobs } = await store.readManifest(snapshot)
    for await (const line of readLines(store, snapshot, blobs)) {
      const blob = parseBlobLine(line)
      found.set(blob.key, blob)
    }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    warn(`${error.message}; all files are read again`)
    found.clear()
  }
  return found
}

async function writeTables(location: DatabaseLocation, store: BackupStore, snapshot: string, progress: Progress) {
  const read = await openConsistentRead(location)
  try {
    const schema = await lastMigration(read)
    const tables: (Part & { table: string })[] = []
    const blobs: NamedBlob[] = []
    for (const table of keptTables) {
      async function* rows() {
        for await (const row of rowsOfTable(read, table)) {
          const blob = blobOf(table, row)
          if (blob) blobs.push(blob)
          yield row
        }
      }
      tables.push({ ...(await writeLines(store, { snapshot, name: table, objects: rows() }, progress.bytes)), table })
    }
    return { schema, tables, blobs }
  } finally {
    await read.close()
  }
}

async function lastMigration(read: ConsistentRead) {
  let last = ''
  for await (const batch of read.rowsOf('kysely_migration', ['name'], ['name'])) last = String(batch.at(-1)?.[0])
  return last
}

function blobOf(table: string, row: Record<string, unknown>): NamedBlob | undefined {
  if (table === 'files' && row.bytes_key !== null)
    return {
      key: String(row.bytes_key),
      name: String(row.original_name),
      sha256: String(row.sha256),
      size: Number(row.file_size),
    }
  if (table === 'users' && row.avatar_key !== null)
    return { key: String(row.avatar_key), name: `avatar of ${row.name}`, sha256: undefined, size: 0 }
  return undefined
}

interface Copying {
  blobs: NamedBlob[]
  earlier: Map<string, BlobLine>
  storage: Storage
  store: BackupStore
  lease: Lease
}

/** Copies what the store doesn't have yet, by content. */
async function copyBlobs({ blobs, earlier, storage, store, lease }: Copying, progress: Progress) {
  const stored = new Set<string>()
  for await (const { key } of store.storage.list()) stored.add(key)
  const lines: BlobLine[] = []
  const faults: Manifest['faults'] = []
  const keyFor = (sha256: string) => blobKey(store.encryption.nameOf(sha256))

  const missing: NamedBlob[] = []
  for (const blob of blobs) {
    const before = earlier.get(blob.key)
    const sha256 = blob.sha256 ?? before?.sha256
    if (sha256 !== undefined && stored.has(keyFor(sha256)))
      lines.push({ key: blob.key, sha256, size: before?.size ?? blob.size })
    else missing.push(blob)
  }
  progress.step(
    'files',
    missing.reduce((sum, { size }) => sum + size, 0),
  )

  async function copy({ key, name, sha256, size }: NamedBlob) {
    lease.requireHeld()
    const fault = (why: string) => {
      faults.push({ key, name, why })
      progress.warn(`${JSON.stringify(name)} (${key}) ${why}`)
    }
    const source = await storage.read(key)
    if (!source) return fault('is missing in the archive')
    let readError: Error | undefined
    source.on('error', (error) => {
      readError = error
    })
    try {
      const content = await store.write(
        source,
        (found) => {
          if (sha256 !== undefined && (found.sha256 !== sha256 || found.size !== size)) return undefined
          return keyFor(found.sha256)
        },
        progress.bytes,
      )
      if (sha256 !== undefined && content.sha256 !== sha256) return fault('is damaged in the archive')
      lines.push({ key, sha256: content.sha256, size: content.size })
    } catch (error) {
      // one file that can't be read is a fault of its own; with the archive out of reach there would be a fault for each
      if (!readError || readError instanceof StorageUnavailable) throw error
      fault(`can't be read in the archive: ${readError.message}`)
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
