import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, locationOf } from '../../config.ts'
import { withCommunity } from '../../db/db.ts'
import { lockOut } from '../../db/replace.ts'
import { checkFiles } from '../../files/check-archive.ts'
import { OperatorError } from '../../operator-error.ts'
import { measureAll } from '../../storage/bytes.ts'
import { openStorage } from '../../storage/open.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Progress } from '../progress.ts'
import type { BlobLine } from '../snapshots/manifest.ts'
import { completeSnapshot, openSnapshot, type Snapshot } from '../snapshots/snapshot.ts'
import { differences, type NamedBlob, writeTables } from '../snapshots/tables.ts'
import { nameOfMoment } from '../store/keys.ts'
import { openBackupStore } from '../store/store.ts'
import { type RestoreOptions, restore } from './restore.ts'

/**
 * Makes the place of the settings as another one is, which stays as it was. No server may run on either. Mail that waits
 * is in both afterwards. Returns the differences, a line each, as `faults`.
 */
export async function move(
  config: Config,
  from: Config,
  options: Pick<RestoreOptions, 'beforeReplacing'>,
  progress: Progress,
) {
  // one of this version, whose tables can be compared with those of the new place
  await withCommunity(locationOf(from), async () => {})
  const unlock = await lockOut(locationOf(from))
  // only the tables are copied twice
  const folder = join(config.DATA_DIR, 'moving')
  try {
    await rm(folder, { recursive: true, force: true })
    const { snapshot, missing } = await snapshotOf(from, folder, progress)
    await restore(config, snapshot, { ...options, keepsWaitingMail: true }, progress)
    progress.step('comparing', snapshot.manifest.blobs.bytes)
    const faults = [...(await differences(locationOf(config), snapshot.manifest.tables)), ...(await fileFaults(config))]
    return { snapshot, faults: [...missing, ...faults] }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await unlock()
  }
}

/** A snapshot of tables in a folder, with the bytes of files where they are. */
async function snapshotOf(from: Config, folder: string, progress: Progress) {
  const { storage } = await openStorage(from)
  const store = await openBackupStore({ ...from, BACKUP_TO: folder, BACKUP_PASSPHRASE: undefined })
  const snapshot = nameOfMoment(Date.now())
  progress.step('tables')
  const { schema, tables, blobs } = await writeTables(locationOf(from), store, snapshot, progress)
  const { lines, missing } = await describeBlobs(storage, blobs)
  await completeSnapshot(store, { snapshot, schema, tables, lines, faults: [] })
  const opened: Snapshot = {
    ...(await openSnapshot(store, snapshot)),
    async readBlob({ key }: BlobLine) {
      const bytes = await storage.read(key)
      if (!bytes) throw new OperatorError(`the bytes of ${key} are missing`)
      return bytes
    },
  }
  return { snapshot: opened, missing }
}

async function describeBlobs(storage: Storage, blobs: NamedBlob[]) {
  const stored = new Set<string>()
  for await (const { key } of storage.list()) stored.add(key)
  const lines: BlobLine[] = []
  const missing: string[] = []
  for (const { key, name, sha256, size } of blobs) {
    const bytes = sha256 === undefined ? await storage.read(key) : undefined
    if (!stored.has(key)) missing.push(`the bytes of ${JSON.stringify(name)} (${key}) are missing where it comes from`)
    else if (sha256 !== undefined) lines.push({ key, sha256, size })
    else if (bytes) lines.push({ key, ...(await measureAll(bytes)) })
  }
  return { lines, missing }
}

async function fileFaults(config: Config) {
  const { storage } = await openStorage(config)
  const { missing, damaged, orphaned } = await withCommunity(locationOf(config), (db) => checkFiles({ db, storage }))
  return [
    ...missing.map(({ id, name }) => `${JSON.stringify(name)} (${id}) is missing`),
    ...damaged.map(({ id, name, why }) => `${JSON.stringify(name)} (${id}): ${why}`),
    ...orphaned.map(({ key }) => `${key} has bytes and no row`),
  ]
}
