// Backup, forget and verify, for the commands and the server. Each run is a row of `backup_runs`.
import { parseRetention } from '../backup-settings.ts'
import { isClockDoubted } from '../clock/rules.ts'
import { type Config, locationOf } from '../config.ts'
import { hasDatabase } from '../db/db.ts'
import type { Db } from '../db/schema.ts'
import { OperatorError } from '../operator-error.ts'
import type { Progress } from './progress.ts'
import { findLastDone } from './queries.ts'
import { PlaceChanged, run } from './runs.ts'
import { forget } from './snapshots/forget.ts'
import { makeSnapshot } from './snapshots/make.ts'
import type { Manifest } from './snapshots/manifest.ts'
import { openSnapshot } from './snapshots/snapshot.ts'
import { verifySnapshot } from './snapshots/verify.ts'
import { isDatedLater } from './store/keys.ts'
import { type Lock, lockStore } from './store/lock.ts'
import { type BackupStore, openBackupStore } from './store/store.ts'

async function withLock<T>(config: Config, work: (store: BackupStore, lock: Lock) => Promise<T>): Promise<T> {
  const store = await openBackupStore(config)
  const lock = await lockStore(store)
  try {
    await store.clearWorkFolder()
    return await work(store, lock)
  } finally {
    await lock.release()
  }
}

/** `forget` leaves a precaution for so long, whatever the rule. */
const keptMs = 30 * 24 * 3_600_000

interface Options {
  /** The last snapshot may be elsewhere. */
  isNewPlace?: boolean
  /** It is made before something that may turn out to be wrong, and can't wait for the clock. */
  isPrecaution?: boolean
  /** The schema may be older than this program's. */
  schema?: 'leave'
}

async function requireTrustedClock(db: Db) {
  if (await isClockDoubted(db, Date.now()))
    throw new OperatorError(
      `the clock has leapt and says ${new Date().toISOString()}: set it right, or say that it is right with "npm run admin -- clock confirm"`,
    )
}

/** A disk that isn't mounted has an empty folder in its place, which is that of the data's own disk. */
async function recognizePlace(db: Db, place: string, snapshots: string[]) {
  const last = (await findLastDone(db, 'snapshot', Date.now()))?.snapshot
  if (last && !snapshots.includes(last))
    throw new PlaceChanged(
      `the last snapshot, ${last}, isn't in ${place}: is its disk mounted? If it is a new place, make the first one there with "npm run admin -- backup --new-place"`,
    )
}

const careOf = (snapshots: string[]) => (snapshots.some(isDatedLater) ? ('snapshot_dated_later' as const) : null)

export function makeBackup(
  config: Config,
  progress: Progress,
  { isNewPlace, isPrecaution, schema }: Options = {},
): Promise<Manifest> {
  async function work(db: Db, recorded: Progress) {
    if (!isPrecaution) await requireTrustedClock(db)
    const keep_until = isPrecaution ? new Date(Date.now() + keptMs).toISOString() : undefined
    return withLock(config, async (store, lock) => {
      const snapshots = await store.list()
      if (!isNewPlace) await recognizePlace(db, store.place, snapshots)
      const manifest = await makeSnapshot({ config, db, store, lock, snapshots, keep_until }, recorded)
      const { snapshot, blobs, faults } = manifest
      const outcome = { snapshot, size: blobs.bytes, faulty_files: faults.length, care: careOf(snapshots) }
      return { result: manifest, outcome }
    })
  }
  return run(config, 'snapshot', progress, work, schema)
}

/** Makes a snapshot of what a restore replaces. */
export const makeBackupBeforeReplacing = (config: Config, progress: Progress) =>
  makeBackup(config, progress, { isNewPlace: true, isPrecaution: true })

/** Makes one of a database whose schema is older than this program's. */
export const makeBackupBeforeMigration = (config: Config, progress: Progress) =>
  makeBackup(config, progress, { isPrecaution: true, schema: 'leave' })

export function forgetBackups(config: Config, progress: Progress) {
  const { BACKUP_KEEP, TIME_ZONE: timeZone } = config
  const retention = parseRetention(BACKUP_KEEP)
  if (!retention) throw new OperatorError('BACKUP_KEEP takes numbers of days, weeks and months, like 7d 5w 12m')
  return run(config, 'forget', progress, async (db) => {
    await requireTrustedClock(db)
    const result = await withLock(config, (store, lock) => forget(store, lock, { retention, timeZone }))
    return { result, outcome: { care: careOf(result.later) } }
  })
}

/** Reads the named or the newest snapshot back. Without a community in the place of the settings nothing is recorded. */
export async function verifyBackup(config: Config, name: string | undefined, progress: Progress) {
  async function verify(shown: Progress) {
    const snapshot = await openSnapshot(await openBackupStore(config), name)
    return { manifest: snapshot.manifest, faults: await verifySnapshot(snapshot, config.DATA_DIR, shown) }
  }
  if (!hasDatabase(locationOf(config))) return verify(progress)
  return run(config, 'verify', progress, async (_db, recorded) => {
    const result = await verify(recorded)
    const { snapshot, blobs } = result.manifest
    const fault = result.faults.length > 0 ? result.faults.slice(0, 3).join('; ') : null
    return { result, outcome: { snapshot, size: blobs.bytes, fault } }
  })
}
