import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDatabase } from '../../db/replace.ts'
import { OperatorError } from '../../operator-error.ts'
import { measureAll } from '../../storage/bytes.ts'
import { StorageUnavailable } from '../../storage/storage.ts'
import type { Progress } from '../progress.ts'
import { fillTables, requireKnownSchema } from '../restore/fill.ts'
import { isAlive } from '../store/lock.ts'
import type { BlobLine, Manifest } from './manifest.ts'
import type { Snapshot } from './snapshot.ts'
import { differences } from './tables.ts'

/**
 * Faults of a snapshot, a line each; none if all of it can be restored. Files that it lacks because the archive did are no
 * fault of it. The throw-away database is made in `folder`.
 */
export async function verifySnapshot(snapshot: Snapshot, folder: string, progress: Progress): Promise<string[]> {
  requireKnownSchema(snapshot)
  const tables = await verifyTables(snapshot, folder, progress).catch(wrong)
  const blobs = await verifyBlobs(snapshot, progress).catch(wrong)
  return [...tables, ...blobs]
}

/** A fault of the snapshot; anything else is one of the command. */
function wrong(error: unknown) {
  if (error instanceof OperatorError && !(error instanceof NoRoom)) return [error.message]
  throw error
}

/** Restores the tables into a database that is thrown away, and reads them back. */
async function verifyTables(snapshot: Snapshot, folder: string, progress: Progress) {
  const { tables } = snapshot.manifest
  progress.step('tables')
  await removeLeftovers(folder)
  await requireRoom(folder, tables)
  const dataDir = join(folder, `${prefix}${process.pid}`)
  try {
    await makeDatabase(dataDir, (tx) => fillTables(tx, snapshot, progress))
    return await differences({ dataDir }, tables)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** With the number of the process after it. */
const prefix = 'verifying-'

/** Removes the databases of processes that were killed. */
async function removeLeftovers(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length) : Number.NaN)
    if (pid > 0 && (pid === process.pid || !isAlive(pid)))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Size of a database over that of its compressed tables, at most. */
const maxExpansion = 15

/** The community needs the disk more than this. */
async function requireRoom(folder: string, tables: Manifest['tables']) {
  const needed = maxExpansion * tables.reduce((sum, { size }) => sum + size, 0)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed)
    throw new NoRoom(`verify needs ${(needed / 1e6).toFixed(0)} MB of room in ${folder} for a throw-away database`)
}

class NoRoom extends OperatorError {}

async function verifyBlobs(snapshot: Snapshot, progress: Progress) {
  const { blobs } = snapshot.manifest
  progress.step('files', blobs.bytes)
  const faults: string[] = []
  let bytes = 0
  let count = 0
  for await (const blob of snapshot.blobs()) {
    count++
    bytes += blob.size
    const fault = await faultOf(snapshot, blob, progress)
    if (fault)
      faults.push(
        `the bytes of ${blob.key} ${fault}: remove ${snapshot.keyOfBlob(blob.sha256)}, and the next snapshot stores them again`,
      )
  }
  if (count !== blobs.lines || bytes !== blobs.bytes) faults.push('the list of files is not as the manifest says')
  return faults
}

async function faultOf(snapshot: Snapshot, blob: BlobLine, progress: Progress) {
  try {
    const { sha256 } = await measureAll(await snapshot.readBlob(blob), progress.bytes)
    return sha256 === blob.sha256 ? undefined : 'have changed'
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error
    return `can't be read: ${(error as Error).message}`
  }
}
