// Commands of the operator: `npm run admin -- backup …`, `restore …` and `move …`. What a command yields goes to stdout,
// its progress to stderr.
import { type Config, readConfig } from '../config.ts'
import { OperatorError } from '../operator-error.ts'
import { type Progress, printProgress } from './progress.ts'
import { move } from './restore/move.ts'
import { restore } from './restore/restore.ts'
import type { Manifest } from './snapshots/manifest.ts'
import { openSnapshot } from './snapshots/snapshot.ts'
import { openBackupStore } from './store/store.ts'
import { forgetBackups, makeBackup, makeBackupBeforeReplacing, verifyBackup } from './tasks.ts'

export const backupUsage = `  npm run admin -- backup                    makes a snapshot in BACKUP_TO; its name is the last line
                                             with --new-place also where the last snapshot isn't
  npm run admin -- backup list               the snapshots, oldest first
  npm run admin -- backup verify [SNAPSHOT]  reads all of it back and restores it into a throw-away database
  npm run admin -- backup forget             removes snapshots by the rule of BACKUP_KEEP
  npm run admin -- restore SNAPSHOT          into an empty place; with --replace also in place of a community
  npm run admin -- move --from-data-dir=FOLDER | --from-database-url=ADDRESS …
                                             makes the place of the settings as another one; with --replace too`

export const isBackupCommand = ([command = '']: string[]) => ['backup', 'restore', 'move'].includes(command)

export function runBackupCommand([command, ...words]: string[], config: Config) {
  const [first = '', second] = words
  const line = words.join(' ')
  if (command === 'backup' && (line === '' || line === '--new-place'))
    return backup(config, { isNewPlace: line !== '' })
  if (command === 'backup' && line === 'list') return list(config)
  if (command === 'backup' && first === 'verify' && words.length <= 2) return verify(config, second)
  if (command === 'backup' && line === 'forget') return forget(config)
  if (command === 'restore' && first !== '' && words.length <= 2 && [undefined, '--replace'].includes(second))
    return restoreBackup(config, first, { replace: second !== undefined })
  if (command === 'move' && words.length > 0) return moveFrom(words, config)
  throw new OperatorError(`Usage:\n${backupUsage}`)
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

function describe({ tables, blobs, faults }: Manifest) {
  const rows = tables.reduce((sum, { lines }) => sum + lines, 0)
  const notes = faults.length > 0 ? `, ${count(faults.length, 'file')} missing or damaged` : ''
  return `${count(rows, 'row')}, ${count(blobs.lines, 'file')} of ${(blobs.bytes / 1e6).toFixed(1)} MB${notes}`
}

/** With the progress on the terminal. */
async function shown<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  using progress = printProgress()
  return await work(progress)
}

async function backup(config: Config, { isNewPlace }: { isNewPlace: boolean }) {
  const manifest = await shown((progress) => makeBackup(config, progress, { isNewPlace }))
  console.log(describe(manifest))
  if (manifest.faults.length > 0) process.exitCode = 1
  console.log(manifest.snapshot)
}

async function list(config: Config) {
  const store = await openBackupStore(config)
  for (const snapshot of await store.list()) {
    const manifest = await store.readManifest(snapshot).catch((error: Error) => error)
    console.log(`${snapshot}  ${manifest instanceof Error ? manifest.message : describe(manifest)}`)
  }
}

async function verify(config: Config, name?: string) {
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

async function forget(config: Config) {
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

async function restoreBackup(config: Config, name: string, { replace }: { replace: boolean }) {
  const snapshot = await openSnapshot(await openBackupStore(config), name)
  await shown((progress) =>
    restore(config, snapshot, replace ? { beforeReplacing: keeping(config, progress) } : {}, progress),
  )
  console.log(`${name} is restored: ${describe(snapshot.manifest)}. Everybody signs in again.`)
}

/** Settings that say where a community is. */
const placeSettings = [
  ...['DATA_DIR', 'DATABASE_URL', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION'],
  ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
]

async function moveFrom(words: string[], config: Config) {
  const from: Record<string, string> = {}
  for (const word of words.filter((option) => option !== '--replace')) {
    const [, option = '', value = ''] = /^--from-([a-z0-9-]+)=(.+)$/.exec(word) ?? []
    const setting = option.toUpperCase().replaceAll('-', '_')
    if (!placeSettings.includes(setting)) throw new OperatorError(`${word} is not an option of move\n${backupUsage}`)
    from[setting] = value
  }
  if (!from.DATA_DIR && !from.DATABASE_URL)
    throw new OperatorError('move takes where from: --from-data-dir=FOLDER, or --from-database-url=ADDRESS')
  // beside PostgreSQL the archive may be in this data folder, or in a bucket
  const source = readConfig({ DATA_DIR: config.DATA_DIR, ALLOW_PLAINTEXT: config.ALLOW_PLAINTEXT.join(','), ...from })
  const replace = words.includes('--replace')
  // without a store nothing can be kept
  if (replace) await openBackupStore(config)
  const { snapshot, faults } = await shown((progress) =>
    move(config, source, replace ? { beforeReplacing: keeping(config, progress) } : {}, progress),
  )
  for (const fault of faults) console.log(fault)
  console.log(`moved: ${describe(snapshot.manifest)}${faults.length > 0 ? `; ${count(faults.length, 'fault')}` : ''}`)
  console.log('The old place is as it was: start no server on it, or mail that waits goes out twice.')
  if (faults.length > 0) process.exitCode = 1
}
