import { type Config, locationOf } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { OperatorError } from '../../operator-error.ts'
import { openStorage } from '../../storage/open.ts'
import type { Progress } from '../progress.ts'
import { nameOfMoment } from '../store/keys.ts'
import { type Lock, lockArchive } from '../store/lock.ts'
import type { BackupStore } from '../store/store.ts'
import { copyBlobs } from './copy-blobs.ts'
import { readLines } from './lines.ts'
import { type BlobLine, type Manifest, parseBlobLine } from './manifest.ts'
import { completeSnapshot } from './snapshot.ts'
import { writeTables } from './tables.ts'

interface Making {
  config: Config
  db: Db
  store: BackupStore
  /** That of the store. */
  lock: Lock
  /** Names in the store, oldest first. */
  snapshots: string[]
  keep_until: Manifest['keep_until']
}

/**
 * Makes a snapshot beside the working server, and returns its manifest. Nothing is deleted from the archive meanwhile:
 * what the rows name stays until it is copied.
 */
export async function makeSnapshot(
  { config, db, store, lock, snapshots, keep_until }: Making,
  progress: Progress,
): Promise<Manifest> {
  const { storage } = await openStorage(config)
  const archive = await lockArchive(db)
  try {
    const snapshot = freeName(snapshots)
    const earlier = await blobsOf(store, snapshots.at(-1), progress)
    progress.step('tables')
    const { tables, blobs, schema } = await writeTables(locationOf(config), store, snapshot, progress)
    const { lines, faults } = await copyBlobs({ blobs, earlier, storage, store, lock: archive }, progress)
    lines.sort((a, b) => (a.key < b.key ? -1 : 1))
    return await completeSnapshot(store, { snapshot, schema, tables, lines, faults, keep_until }, () => {
      archive.requireHeld()
      lock.requireHeld()
    })
  } finally {
    await archive.release()
  }
}

/** The present second, with a number if there is one of it. */
function freeName(taken: string[]) {
  const second = nameOfMoment(Date.now())
  let name = second
  for (let number = 2; taken.includes(name); number++) name = `${second}-${number}`
  return name
}

/** Hashes and sizes by key, of the snapshot before: bytes never change under a key. */
async function blobsOf(store: BackupStore, snapshot: string | undefined, { warn }: Progress) {
  const found = new Map<string, BlobLine>()
  if (snapshot === undefined) return found
  try {
    const { blobs } = await store.readManifest(snapshot)
    for await (const lines of readLines(store, snapshot, blobs))
      for (const blob of lines.map(parseBlobLine)) found.set(blob.key, blob)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    warn(`${error.message}; all files are read again`)
    found.clear()
  }
  return found
}
