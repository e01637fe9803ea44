import * as z from 'zod/mini'
import type { DatabaseLocation, OpenDatabase } from '../../db/db.ts'
import { acquireLease, deleteLease, findLeaseHolder } from '../../db/leases.ts'
import type { Db } from '../../db/schema.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { InUse, OperatorError } from '../../operator-error.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Progress } from '../progress.ts'
import { Holder, hasEnded, newHolder } from '../store/holder.ts'
import { manifestPart, nameOfMoment } from '../store/keys.ts'
import type { StoreLock } from '../store/lock.ts'
import type { BackupStore } from '../store/store.ts'
import { copyBlobs } from './copy-blobs.ts'
import { readLines, writeLines } from './lines.ts'
import { type BlobLine, formatManifest, type Manifest, parseBlobLine } from './manifest.ts'
import { writeTables } from './write-tables.ts'

const dayMs = 24 * 3_600_000

interface Source {
  database: Pick<OpenDatabase, 'db'>
  location: DatabaseLocation
  /** The archive. */
  storage: Storage
  /** Names in the store, oldest first. */
  snapshots: string[]
  version: string
  /** Days that `forget` leaves it, whatever the rule. */
  keepDays?: number | undefined
}

/**
 * Makes a snapshot beside the working server, and returns its manifest. Nothing is deleted from the archive meanwhile:
 * what the rows name stays until it is copied. The manifest comes last, and without one there is no snapshot.
 */
export async function makeSnapshot(
  { database, location, storage, snapshots, version, keepDays }: Source,
  store: BackupStore,
  lock: StoreLock,
  progress: Progress,
): Promise<Manifest> {
  const lease = await preventDeletions(database.db)
  function requireLease() {
    if (!lease.isHeld()) throw new OperatorError('files may have been deleted while the snapshot was made: start again')
  }
  try {
    const snapshot = freeName(snapshots)
    const earlier = await blobsOf(store, snapshots.at(-1), progress)
    progress.step('tables')
    const { tables, blobs, schema } = await writeTables(location, store, snapshot, progress)
    const { lines, faults } = await copyBlobs({ blobs, earlier, storage, store, requireLease }, progress)
    lines.sort((a, b) => (a.key < b.key ? -1 : 1))
    const list = await writeLines(store, { snapshot, name: 'blobs', objects: lines })
    const bytes = lines.reduce((sum, { size }) => sum + size, 0)
    const manifest: Manifest = {
      format: 1,
      program: version,
      snapshot,
      schema,
      tables,
      blobs: { ...list, bytes },
      faults,
      ...(keepDays !== undefined && { keep_until: new Date(Date.now() + keepDays * dayMs).toISOString() }),
    }
    requireLease()
    lock.requireHeld()
    await store.writeText(store.keyOfPart(snapshot, manifestPart), formatManifest(manifest))
    return manifest
  } finally {
    await lease.release()
  }
}

/** Until the release no process deletes bytes of the archive (`deleteOrphans`). */
async function preventDeletions(db: Db) {
  const found = await findLeaseHolder(db, 'backup')
  const other = z.safeParse(Holder, parseJson(found ?? '')).data
  // a command that was killed holds nobody up
  if (other && hasEnded(other)) await deleteLease(db, 'backup', found)
  const lease = await acquireLease({ db, now: Date.now }, 'backup', JSON.stringify(newHolder()))
  if (!lease) throw new InUse('another snapshot of this community is being made: try again when it has ended')
  return lease
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
