import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../db/db.ts'
import { transaction } from '../db/transaction.ts'
import { OperatorError } from '../operator-error.ts'
import { fillTables, requireKnownSchema } from './fill.ts'
import type { BlobLine } from './manifest.ts'
import { noProgress, type Progress } from './progress.ts'
import type { Snapshot } from './snapshot.ts'
import { differences } from './tables.ts'

/** What is wrong with a snapshot, a line each; nothing if all of it can be restored. */
export async function verifySnapshot(snapshot: Snapshot, progress: Progress = noProgress): Promise<string[]> {
  requireKnownSchema(snapshot)
  const tables = await verifyTables(snapshot, progress).catch(wrong)
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
async function verifyTables(snapshot: Snapshot, progress: Progress) {
  const { tables } = snapshot.manifest
  progress.step('tables')
  const dataDir = await mkdtemp(join(tmpdir(), 'alejandria-verify-'))
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
