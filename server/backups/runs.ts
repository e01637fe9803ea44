// A row for each run of work on snapshots; other processes read its progress there.
import { type Config, locationOf } from '../config.ts'
import { withCommunity } from '../db/db.ts'
import type { Db } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { poll } from '../lib/poll.ts'
import { InUse, OperatorError } from '../operator-error.ts'
import { operatorMessage } from '../operator-message.ts'
import type { Progress } from './progress.ts'
import { deleteOldRuns, deleteRun, insertRun, isRunning, type RunKind, type RunRow, updateRun } from './queries.ts'

const updateIntervalMs = 1000
const keptMs = 400 * 24 * 3_600_000

/** The fault of a run, also of one that has died. */
export const faultOfRun = (run: RunRow, now: number) =>
  run.ended_at === null && !isRunning(run, now) ? 'it was broken off' : run.fault

type Outcome = Partial<Pick<RunRow, 'snapshot' | 'size' | 'faulty_files' | 'fault' | 'care'>>

/** The place of the snapshots isn't the one that the database knows. */
export class PlaceChanged extends OperatorError {}

/** Runs of this process. */
const running = new Set<(outcome: Outcome) => Promise<void>>()

/** Before the process is ended in the middle of its work. */
export const endRuns = (fault: string) => Promise.all([...running].map((end) => end({ fault })))

type Work<T> = (db: Db, progress: Progress) => Promise<{ result: T; outcome: Outcome }>

/** Does `work` on a community as a run of this kind. One that is refused because another is at it leaves no row. */
export const run = <T>(config: Config, kind: RunKind, progress: Progress, work: Work<T>, schema?: 'leave') =>
  withCommunity(locationOf(config), (db) => record(db, kind, progress, work), schema)

async function record<T>(db: Db, kind: RunKind, progress: Progress, work: Work<T>): Promise<T> {
  const id = newId()
  const now = Date.now()
  let state: Pick<RunRow, 'step' | 'done_bytes' | 'total_bytes'> = { step: null, done_bytes: 0, total_bytes: null }
  const recorded: Progress = {
    step(name, total) {
      state = { step: name, done_bytes: 0, total_bytes: total ?? null }
      progress.step(name, total)
    },
    bytes(count) {
      state.done_bytes += count
      progress.bytes(count)
    },
    warn: progress.warn,
  }
  await deleteOldRuns(db, now, keptMs)
  await insertRun(db, { id, kind, started_at: now, seen_at: now, ...state })
  const updating = poll({
    everyMs: updateIntervalMs,
    work: () => updateRun(db, id, { ...state, seen_at: Date.now() }),
    // the next one makes up for it
    onError() {},
  })
  async function end(outcome: Outcome) {
    running.delete(end)
    await updating.stop()
    await updateRun(db, id, { ...state, ...outcome, ended_at: Date.now() })
  }
  running.add(end)
  try {
    const { result, outcome } = await work(db, recorded)
    await end(outcome)
    return result
  } catch (error) {
    if (error instanceof InUse) {
      running.delete(end)
      await updating.stop()
      await deleteRun(db, id)
      throw error
    }
    const care = error instanceof PlaceChanged ? 'snapshot_place_changed' : null
    await end({ fault: operatorMessage(error) ?? `${error}`, care })
    throw error
  }
}
