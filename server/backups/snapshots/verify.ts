import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Progress } from '../progress.ts'
import { fillTables, requireKnownSchema } from '../restore/fill.ts'
import type { BlobLine } from './manifest.ts'
import type { Snapshot } from './snapshot.ts'
import { differences } from './tables.ts'

/**
 * What is wrong with a snapshot, a line each; nothing if all of it can be restored. The throw-away database is made in
 * `folder`.
 */
export async function verifySnapshot(snapshot: Snapshot, folder: string, progress: Progress): Promise<string[]> {
  requireKnownSchema(snapshot)
  const tables = await verifyTables(snapshot, folder, progress).catch(wrong)
  const blobs = await verifyBlobs(snapshot, progress).catch(wrong)
  const faults = snapshot.manifest.faults.map(({ key, name, why }) => `${JSON.stringify(name)} (${key}) ${why}`)
  return [...tables, ...blobs, ...faults]
}

/** A fault of the snapshot; anything else is one of the command. */
function wrong(error: unknown) {
  if (error instanceof OperatorError) return [error.message]
  throw error
}

/** Restores the tables into a database that is thrown away, and reads them back. */
async function verifyTables(snapshot: Snapshot, folder: string, progress: Progress) {
  const { tables } = snapshot.manifest
  progress.step('tables')
  await removeLeftovers(folder)
  const dataDir = await mkdtemp(join(folder, prefix))
  try {
    const { db, dialect, close } = await openDatabase({ dataDir }, { schema: 'leave' })
    try {
      await transaction(db, (tx) => fillTables(tx, dialect, snapshot, progress))
    } finally {
      await close()
    }
    return await differences({ dataDir }, tables)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const prefix = 'verifying-'
const leftoverAgeMs = 24 * 3_600_000

/** Of commands that were killed. */
async function removeLeftovers(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (name.startsWith(prefix) && (await stat(path)).mtimeMs < Date.now() - leftoverAgeMs)
      await rm(path, { recursive: true, force: true })
  }
}

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
    if (fault) faults.push(`the bytes of ${blob.key} ${fault}`)
  }
  if (count !== blobs.lines || bytes !== blobs.bytes) faults.push('the list of files is not as the manifest says')
  return faults
}

async function faultOf(snapshot: Snapshot, blob: BlobLine, progress: Progress) {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await snapshot.readBlob(blob)) {
      hash.update(chunk as Buffer)
      progress.bytes((chunk as Buffer).length)
    }
  } catch (error) {
    return `can't be read: ${(error as Error).message}`
  }
  return hash.digest('hex') === blob.sha256 ? undefined : 'have changed'
}
