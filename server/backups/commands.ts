// Commands of the operator: `npm run admin -- backup …` and `restore …`. What a command yields goes to stdout, its
// progress to stderr.
import type { Config } from '../config.ts'
import { version } from '../version.ts'
import { type Progress, printProgress } from './progress.ts'
import { move } from './restore/move.ts'
import { restore } from './restore/restore.ts'
import type { Manifest } from './snapshots/manifest.ts'
import { openSnapshot } from './snapshots/snapshot.ts'
import { openBackupStore } from './store/store.ts'
import { forgetBackups, makeBackup, makeBackupBeforeReplacing, verifyBackup } from './tasks.ts'

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

function describe({ tables, blobs, faults }: Manifest) {
  const rows = tables.reduce((sum, { lines }) => sum + lines, 0)
  const notes = faults.length > 0 ? `, ${count(faults.length, 'file')} missing or damaged` : ''
  return `${count(rows, 'row')}, ${count(blobs.lines, 'file')} of ${(blobs.bytes / 1e6).toFixed(1)} MB${notes}`
}

/** With the progress on the terminal. */
async function shown<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = printProgress()
  try {
    return await work(progress)
  } finally {
    progress.end()
  }
}

export async function backup(config: Config, { isNewPlace }: { isNewPlace: boolean }) {
  const manifest = await shown((progress) => makeBackup(config, progress, { isNewPlace }))
  console.log(describe(manifest))
  if (manifest.faults.length > 0) process.exitCode = 1
  console.log(manifest.snapshot)
}

export async function list(config: Config) {
  const store = await openBackupStore(config)
  for (const snapshot of await store.list()) {
    const manifest = await store.readManifest(snapshot).catch((error: Error) => error)
    console.log(`${snapshot}  ${manifest instanceof Error ? manifest.message : describe(manifest)}`)
  }
}

export async function verify(config: Config, name?: string) {
  const { manifest, faults } = await shown((progress) => verifyBackup(config, name, progress))
  for (const { key, name, why } of manifest.faults) console.log(`${JSON.stringify(name)} (${key}) ${why}`)
  for (const fault of faults) console.log(fault)
  console.log(
    faults.length > 0
      ? `${manifest.snapshot} is not whole: ${count(faults.length, 'fault')}`
      : `${manifest.snapshot} is whole: ${describe(manifest)}`,
  )
  if (faults.length + manifest.faults.length > 0) process.exitCode = 1
}

export async function forget(config: Config) {
  const { snapshots, blobs, bytes, later } = await shown((progress) => forgetBackups(config, progress))
  if (later.length > 0) console.log(`nothing is forgotten: dated later than now is ${later.join(', ')}`)
  for (const snapshot of snapshots) console.log(`forgotten ${snapshot}`)
  console.log(
    `${count(snapshots.length, 'snapshot')} forgotten, ${count(blobs, 'file')} of ${(bytes / 1e6).toFixed(1)} MB removed`,
  )
}

/** Makes a snapshot of what is about to be replaced. */
const keeping = (config: Config, progress: Progress) => async () => {
  const { snapshot } = await makeBackupBeforeReplacing(config, progress)
  console.log(`what was there is kept as ${snapshot}`)
}

export async function restoreBackup(config: Config, name: string, { replace }: { replace: boolean }) {
  const snapshot = await openSnapshot(await openBackupStore(config), name)
  await shown((progress) =>
    restore(config, snapshot, replace ? { beforeReplacing: keeping(config, progress) } : {}, progress),
  )
  console.log(`${name} is restored: ${describe(snapshot.manifest)}. Everybody signs in again.`)
}

/** `from`: settings of the other place. */
export async function moveCommunity(config: Config, from: Config, { replace }: { replace: boolean }) {
  // without a store nothing can be kept
  if (replace) await openBackupStore(config)
  const { snapshot, faults } = await shown((progress) =>
    move(config, from, { version, ...(replace && { beforeReplacing: keeping(config, progress) }) }, progress),
  )
  for (const fault of faults) console.log(fault)
  console.log(`moved: ${describe(snapshot.manifest)}${faults.length > 0 ? `; ${count(faults.length, 'fault')}` : ''}`)
  console.log('The old place is as it was: start no server on it, or mail that waits goes out twice.')
  if (faults.length > 0) process.exitCode = 1
}
