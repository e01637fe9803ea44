// The process for snapshots, which the server starts and which does one thing.
import { setPriority } from 'node:os'
import { type Config, locationOf } from '../../config.ts'
import { withCommunity } from '../../db/db.ts'
import { InUse } from '../../operator-error.ts'
import { operatorMessage } from '../../operator-message.ts'
import type { Progress } from '../progress.ts'
import type { RunKind } from '../queries.ts'
import { endRuns } from '../runs.ts'
import { forgetBackups, makeBackup, makeBackupBeforeMigration, verifyBackup } from '../tasks.ts'
import { exitCodeInUse, type Message, type Request, type Work } from './backups.ts'
import { findDue } from './schedule.ts'

/** Low, but not the lowest: with that, a machine that stays busy hardly ever runs the process. */
const priority = 10
// one text for all: the state counts errors by it, and shows it to monitors
const logFaults: Progress = {
  step() {},
  bytes() {},
  warn: (line) => logLine('error', { line }, 'a snapshot lacks something'),
}

/** Resolves when the server has received it. */
const logLine = (level: Message['level'], about: Message['about'], text: string) =>
  new Promise<void>((resolve) => process.send?.({ level, about, text } satisfies Message, () => resolve()))

async function makeSnapshot(config: Config, make: typeof makeBackup) {
  const { snapshot, blobs, faults } = await make(config, logFaults)
  const about = { snapshot, files: blobs.lines, bytes: blobs.bytes, faultyFiles: faults.length }
  await logLine('info', about, 'a snapshot was made')
}

async function forget(config: Config) {
  const { snapshots, blobs, bytes } = await forgetBackups(config, logFaults)
  if (snapshots.length > 0) await logLine('info', { snapshots, files: blobs, bytes }, 'snapshots were forgotten')
}

async function verify(config: Config) {
  const { manifest, faults } = await verifyBackup(config, undefined, logFaults)
  const { snapshot } = manifest
  if (faults.length > 0)
    await logLine('error', { snapshot, faults: faults.slice(0, 3), count: faults.length }, 'the snapshot is not whole')
  else await logLine('info', { snapshot }, 'the snapshot was read back: it is whole')
}

const tasks: Record<RunKind, (config: Config) => Promise<void>> = {
  snapshot: (config) => makeSnapshot(config, makeBackup),
  forget,
  verify,
}

async function doWhatIsDue(config: Config) {
  const due = await withCommunity(locationOf(config), (db) => findDue(db, config, Date.now()))
  for (const kind of due) await tasks[kind](config)
}

const works: Record<Work, { run(config: Config): Promise<void>; failure: string }> = {
  night: { run: doWhatIsDue, failure: 'the work of the night on snapshots failed' },
  snapshot: { run: tasks.snapshot, failure: 'no snapshot could be made' },
  'before a migration': {
    run: (config) => makeSnapshot(config, makeBackupBeforeMigration),
    failure: 'no snapshot could be made before the database is brought up to date',
  },
}

process.once('message', async ({ config, work }: Request) => {
  setPriority(priority)
  try {
    await works[work].run(config)
    process.exit(0)
  } catch (error) {
    const message = operatorMessage(error)
    await logLine(
      // a command by hand is no fault
      error instanceof InUse ? 'info' : 'error',
      message === undefined ? { err: `${(error as Error).stack}` } : { reason: message },
      works[work].failure,
    )
    process.exit(error instanceof InUse ? exitCodeInUse : 1)
  }
})
process.once('SIGTERM', () => {
  void endRuns('the server was stopped').finally(() => process.exit(1))
})
// the server died
process.on('disconnect', () => process.exit(1))
