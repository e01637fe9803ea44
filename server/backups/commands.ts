// Commands of the operator: `npm run admin -- backup …` and `restore …`. What a command yields goes to stdout, its
// progress to stderr.
import { type Config, locationOf } from '../config.ts'
import { openCommunity } from '../db/db.ts'
import { OperatorError } from '../operator-error.ts'
import { openStorage } from '../storage/open.ts'
import { version } from '../version.ts'
import { forget } from './forget.ts'
import { lockStore, type StoreLock } from './lock.ts'
import { makeSnapshot } from './make.ts'
import type { Manifest } from './manifest.ts'
import { move } from './move.ts'
import { printProgress } from './progress.ts'
import { restore } from './restore.ts'
import { parseRetention } from './retention.ts'
import { openSnapshot } from './snapshot.ts'
import { type BackupStore, openBackupStore } from './store.ts'
import { verifySnapshot } from './verify.ts'

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

async function withLock<T>(store: BackupStore, work: (lock: StoreLock) => Promise<T>): Promise<T> {
  const lock = await lockStore(store)
  try {
    await store.clearWorkFolder()
    return await work(lock)
  } finally {
    await lock.release()
  }
}

async function makeFrom(config: Config, store: BackupStore, lock: StoreLock): Promise<Manifest> {
  const location = locationOf(config)
  const database = await openCommunity(location)
  const progress = printProgress()
  try {
    const { storage } = await openStorage(config)
    return await makeSnapshot({ database, location, storage, version }, store, lock, progress)
  } finally {
    progress.end()
    await database.close()
  }
}

function describe({ tables, blobs, faults }: Manifest) {
  const rows = tables.reduce((sum, { lines }) => sum + lines, 0)
  const notes = faults.length > 0 ? `, ${count(faults.length, 'file')} missing or damaged` : ''
  return `${count(rows, 'row')}, ${count(blobs.lines, 'file')} of ${(blobs.bytes / 1e6).toFixed(1)} MB${notes}`
}

export async function backup(config: Config) {
  const store = await openBackupStore(config)
  const manifest = await withLock(store, (lock) => makeFrom(config, store, lock))
  console.log(describe(manifest))
  if (manifest.faults.length > 0) process.exitCode = 1
  console.log(manifest.snapshot)
}

export async function listBackups(config: Config) {
  const store = await openBackupStore(config)
  for (const snapshot of await store.list()) {
    const manifest = await store.readManifest(snapshot).catch((error: Error) => error)
    console.log(`${snapshot}  ${manifest instanceof Error ? manifest.message : describe(manifest)}`)
  }
}

export async function verifyBackup(config: Config, name?: string) {
  const store = await openBackupStore(config)
  const snapshot = await openSnapshot(store, name)
  const progress = printProgress()
  const faults = await verifySnapshot(snapshot, config.DATA_DIR, progress)
  progress.end()
  for (const fault of faults) console.log(fault)
  console.log(
    faults.length > 0
      ? `${snapshot.manifest.snapshot} is not whole: ${count(faults.length, 'fault')}`
      : `${snapshot.manifest.snapshot} is whole: ${describe(snapshot.manifest)}`,
  )
  if (faults.length > 0) process.exitCode = 1
}

export async function forgetBackups(config: Config) {
  const retention = parseRetention(config.BACKUP_KEEP)
  if (!retention) throw new OperatorError('BACKUP_KEEP takes numbers of days, weeks and months, like 7d 5w 12m')
  const store = await openBackupStore(config)
  const { snapshots, blobs, bytes } = await withLock(store, (lock) =>
    forget(store, lock, { retention, timeZone: config.TIME_ZONE }),
  )
  for (const snapshot of snapshots) console.log(`forgotten ${snapshot}`)
  console.log(
    `${count(snapshots.length, 'snapshot')} forgotten, ${count(blobs, 'file')} of ${(bytes / 1e6).toFixed(1)} MB removed`,
  )
}

/** Makes a snapshot of what is about to be replaced. */
function keeping(config: Config, store: BackupStore) {
  return async () => {
    const { snapshot } = await withLock(store, (lock) => makeFrom(config, store, lock))
    console.log(`what was there is kept as ${snapshot}`)
  }
}

export async function restoreBackup(config: Config, name: string, { replace }: { replace: boolean }) {
  const store = await openBackupStore(config)
  const snapshot = await openSnapshot(store, name)
  const progress = printProgress()
  await restore(config, snapshot, replace ? { beforeReplacing: keeping(config, store) } : {}, progress)
  progress.end()
  console.log(`${name} is restored: ${describe(snapshot.manifest)}. Everybody signs in again.`)
}

/** `from`: settings of the other place. */
export async function moveCommunity(config: Config, from: Config, { replace }: { replace: boolean }) {
  const beforeReplacing = replace ? keeping(config, await openBackupStore(config)) : undefined
  const progress = printProgress()
  const { snapshot, faults } = await move(
    config,
    from,
    { version, ...(beforeReplacing && { beforeReplacing }) },
    progress,
  )
  progress.end()
  for (const fault of faults) console.log(fault)
  console.log(`moved: ${describe(snapshot.manifest)}${faults.length > 0 ? `; ${count(faults.length, 'fault')}` : ''}`)
  console.log('The old place is as it was: start no server on it, or mail that waits goes out twice.')
  if (faults.length > 0) process.exitCode = 1
}
