// The process for snapshots, which the server starts and which does one thing.
import { setPriority } from 'node:os'
import { type Config, locationOf } from '../../config.ts'
import { openCommunity } from '../../db/db.ts'
import { operatorMessage } from '../../operator-error.ts'
import type { Progress } from '../progress.ts'
import { findLastDone } from '../queries.ts'
import { forgetBackups, makeBackup, makeBackupBeforeMigration, verifyBackup } from '../tasks.ts'
import type { Message, Request, Work } from './work.ts'

const verifyIntervalMs = 7 * 24 * 3_600_000

const lowestPriority = 19
// the line may name a file, and texts of the log are shown to monitors
const quiet: Progress = { step() {}, bytes() {}, warn: (line) => say('error', { line }, 'a snapshot lacks something') }

/** Resolves when the server has it. */
const send = (message: Message) => new Promise<void>((resolve) => process.send?.(message, () => resolve()))
const say = (level: Message['level'], about: Message['about'], text: string) => send({ level, about, text })

async function makeSnapshot(config: Config, make: typeof makeBackup) {
  const { snapshot, blobs, faults } = await make(config, quiet)
  const about = { snapshot, files: blobs.lines, bytes: blobs.bytes, faultyFiles: faults.length }
  const made = { snapshot, size: blobs.bytes, faulty_files: faults.length }
  await send({ level: 'info', about, text: 'a snapshot was made', made })
}

async function forget(config: Config) {
  const { snapshots, blobs, bytes } = await forgetBackups(config, quiet)
  if (snapshots.length > 0) await say('info', { snapshots, files: blobs, bytes }, 'snapshots were forgotten')
}

async function verifyOnceAWeek(config: Config) {
  const { db, close } = await openCommunity(locationOf(config))
  const last = await findLastDone(db, 'verify').finally(close)
  if (last && last.started_at > Date.now() - verifyIntervalMs) return
  const { manifest, faults } = await verifyBackup(config, undefined, quiet)
  const { snapshot } = manifest
  if (faults.length > 0) await say('error', { snapshot, faults }, 'the snapshot is not whole')
  else await say('info', { snapshot }, 'the snapshot was read back: it is whole')
}

const steps: Record<Work, ((config: Config) => Promise<void>)[]> = {
  night: [(config) => makeSnapshot(config, makeBackup), forget, verifyOnceAWeek],
  snapshot: [(config) => makeSnapshot(config, makeBackup)],
  'before a migration': [(config) => makeSnapshot(config, makeBackupBeforeMigration)],
}

const failures: Record<Work, string> = {
  night: 'the work of the night on snapshots failed',
  snapshot: 'no snapshot could be made',
  'before a migration': 'no snapshot could be made before the database is brought up to date',
}

process.once('message', async ({ config, work }: Request) => {
  setPriority(lowestPriority)
  try {
    for (const step of steps[work]) await step(config)
    process.exit(0)
  } catch (error) {
    const message = operatorMessage(error)
    await say(
      'error',
      message === undefined ? { err: `${(error as Error).stack}` } : { reason: message },
      failures[work],
    )
    process.exit(1)
  }
})
// the server died
process.on('disconnect', () => process.exit(1))
