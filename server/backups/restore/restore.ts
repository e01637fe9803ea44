import { type Config, locationOf } from '../../config.ts'
import type { DatabaseLocation } from '../../db/db.ts'
import { migrateIn } from '../../db/migrate.ts'
import { hasCommunity, lockOut, replaceDatabase } from '../../db/replace.ts'
import { setEpoch } from '../../epoch/queries.ts'
import { newId } from '../../ids.ts'
import { batches } from '../../lib/batches.ts'
import { failQueued } from '../../mail/worker/queries.ts'
import { OperatorError } from '../../operator-error.ts'
import { measure } from '../../storage/bytes.ts'
import { openStorage } from '../../storage/open.ts'
import { releaseBlobs } from '../../storage/queries.ts'
import type { Progress } from '../progress.ts'
import type { Snapshot } from '../snapshots/snapshot.ts'
import { allTables } from '../snapshots/tables.ts'
import { fillTables, requireKnownSchema } from './fill.ts'
import { markInterrupted, unmarkInterrupted } from './interrupted.ts'

/** Where the settings say that a community is. */
type Place = Awaited<ReturnType<typeof openStorage>> & { location: DatabaseLocation }

export interface RestoreOptions {
  /** Called first if there is a community already, to keep a copy of it; without it such a place is refused. */
  beforeReplacing?: () => Promise<void>
  /** Mail that waits is sent from the new place. Else it needs an administrator: it may have been sent since. */
  keepsWaitingMail?: boolean
}

/**
 * Makes the place of the settings as the snapshot is. Bytes of files come first, then the database, whole or not at all.
 * Killed on the way, it leaves the database of before and a mark, with which no server starts.
 */
export async function restore(
  config: Config,
  snapshot: Snapshot,
  { beforeReplacing, keepsWaitingMail = false }: RestoreOptions,
  progress: Progress,
) {
  requireKnownSchema(snapshot)
  const place = { ...(await openStorage(config)), location: locationOf(config) }
  const unlock = await lockOut(place.location)
  try {
    const hasTables = await hasCommunity(place.location)
    // bytes without a database, as of a machine that was lost, stay
    if (hasTables && !beforeReplacing)
      throw new OperatorError(
        'there is a community in this place already: --replace keeps a snapshot of it and replaces it',
      )
    if (hasTables) await beforeReplacing?.()
    await markInterrupted(config.DATA_DIR, snapshot.manifest.snapshot)
    await replace(place, snapshot, { keepsWaitingMail, releasesOthers: hasTables }, progress)
    await unmarkInterrupted(config.DATA_DIR)
  } finally {
    await unlock()
  }
}

/** Leaves everything as it was when it fails before the database is replaced. */
async function replace(
  place: Place,
  snapshot: Snapshot,
  { keepsWaitingMail, releasesOthers }: { keepsWaitingMail: boolean; releasesOthers: boolean },
  progress: Progress,
) {
  const { location, storage } = place
  const stored: string[] = []
  let mayBeReplaced = false
  try {
    const named = await restoreBlobs(place, snapshot, stored, progress)
    progress.step('tables')
    const orphans: string[] = []
    if (releasesOthers) for await (const { key } of storage.list()) if (!named.has(key)) orphans.push(key)
    await replaceDatabase(location, allTables, async (tx) => {
      await fillTables(tx, snapshot, progress)
      await migrateIn(tx)
      if (!keepsWaitingMail) await failQueued(tx)
      // the next start notices it
      await setEpoch(tx, '', null)
      for (const keys of batches(orphans, 500)) await releaseBlobs(tx, keys)
      mayBeReplaced = true
    })
  } catch (error) {
    if (!mayBeReplaced) {
      for (const key of stored) await storage.delete(key)
      await unmarkInterrupted(location.dataDir)
    }
    throw error
  }
}

/** Stores what isn't there from an interrupted run, and adds its keys to `stored`. Returns the keys of all. */
async function restoreBlobs({ storage, incoming }: Place, snapshot: Snapshot, stored: string[], progress: Progress) {
  progress.step('files', snapshot.manifest.blobs.bytes)
  const keys = new Set<string>()
  for await (const blob of snapshot.blobs()) {
    keys.add(blob.key)
    if ((await storage.sizeOf(blob.key)) === blob.size) {
      progress.bytes(blob.size)
      continue
    }
    const name = newId()
    try {
      const content = measure(progress.bytes)
      const source = await snapshot.readBlob(blob)
      source.on('error', (error) => content.through.destroy(error))
      await incoming.receive(name, source.pipe(content.through), { length: blob.size })
      if (content.result().sha256 !== blob.sha256) throw new OperatorError(`the bytes of ${blob.key} have changed`)
      stored.push(blob.key)
      await storage.put(blob.key, incoming.pathOf(name), blob)
    } finally {
      await incoming.remove(name)
    }
  }
  return keys
}
