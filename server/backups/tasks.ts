// Backup, forget and verify, for the commands and the server. Each run is a row of `backup_runs`.
import { type Config, locationOf } from '../config.ts'
import { hasDatabase, openDatabase, withCommunity } from '../db/db.ts'
import type { Db } from '../db/schema.ts'
import { OperatorError } from '../operator-error.ts'
import { openStorage } from '../storage/open.ts'
import { version } from '../version.ts'
import type { Progress } from './progress.ts'
import { recordRun } from './runs.ts'
import { type Forgotten, forget } from './snapshots/forget.ts'
import { makeSnapshot } from './snapshots/make.ts'
import type { Manifest } from './snapshots/manifest.ts'
import { parseRetention } from './snapshots/retention.ts'
import { openSnapshot } from './snapshots/snapshot.ts'
import { verifySnapshot } from './snapshots/verify.ts'
import { lockStore, type StoreLock } from './store/lock.ts'
import { type BackupStore, openBackupStore } from './store/store.ts'

async function withLock<T>(config: Config, work: (store: BackupStore, lock: StoreLock) => Promise<T>): Promise<T> {
  const store = await openBackupStore(config)
  const lock = await lockStore(store)
  try {
    await store.clearWorkFolder()
    return await work(store, lock)
  } finally {
    await lock.release()
  }
}

/** Of a snapshot that is made before something that may turn out to be wrong. */
const keptDays = 30

interface Keeping {
  /** Days that `forget` leaves it, whatever the rule. */
  keepDays?: number
}

const snapshotOf = (config: Config, db: Db, progress: Progress, { keepDays }: Keeping) =>
  withLock(config, async (store, lock) => {
    const { storage } = await openStorage(config)
    const source = { database: { db }, location: locationOf(config), storage, version, keepDays }
    return makeSnapshot(source, store, lock, progress)
  })

export const makeBackup = (config: Config, progress: Progress, keeping: Keeping = {}): Promise<Manifest> =>
  withCommunity(locationOf(config), (db) =>
    recordRun(db, {
      kind: 'snapshot',
      progress,
      work: (recorded) => snapshotOf(config, db, recorded, keeping),
      outcomeOf: ({ snapshot, blobs, faults }) => ({ snapshot, size: blobs.bytes, faulty_files: faults.length }),
    }),
  )

/** Of what a restore replaces. */
export const makeBackupBeforeReplacing = (config: Config, progress: Progress) =>
  makeBackup(config, progress, { keepDays: keptDays })

/** Of a database whose schema is older than this program's. */
export async function makeBackupBeforeMigration(config: Config, progress: Progress): Promise<Manifest> {
  const database = await openDatabase(locationOf(config), { alone: false, schema: 'leave' })
  try {
    return await snapshotOf(config, database.db, progress, { keepDays: keptDays })
  } finally {
    await database.close()
  }
}

export function forgetBackups(config: Config, progress: Progress): Promise<Forgotten> {
  const retention = parseRetention(config.BACKUP_KEEP)
  if (!retention) throw new OperatorError('BACKUP_KEEP takes numbers of days, weeks and months, like 7d 5w 12m')
  return withCommunity(locationOf(config), (db) =>
    recordRun(db, {
      kind: 'forget',
      progress,
      work: () => withLock(config, (store, lock) => forget(store, lock, { retention, timeZone: config.TIME_ZONE })),
      outcomeOf: () => ({}),
    }),
  )
}

interface Verified {
  manifest: Manifest
  faults: string[]
}

/** Of the newest snapshot unless one is named. Without a community in the place of the settings nothing is recorded. */
export async function verifyBackup(config: Config, name: string | undefined, progress: Progress): Promise<Verified> {
  async function work(recorded: Progress) {
    const snapshot = await openSnapshot(await openBackupStore(config), name)
    return { manifest: snapshot.manifest, faults: await verifySnapshot(snapshot, config.DATA_DIR, recorded) }
  }
  if (!hasDatabase(locationOf(config))) return work(progress)
  return withCommunity(locationOf(config), (db) =>
    recordRun(db, {
      kind: 'verify',
      progress,
      work,
      outcomeOf: ({ manifest: { snapshot, blobs }, faults }) => ({
        snapshot,
        size: blobs.bytes,
        fault: faults.length > 0 ? faults.slice(0, 3).join('; ') : null,
      }),
    }),
  )
}
