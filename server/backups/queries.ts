import type { Insertable, Selectable, Updateable } from 'kysely'
import { ifTrusted } from '../clock/queries.ts'
import type { Db, Schema } from '../db/schema.ts'

type Runs = Schema['backup_runs']
export type RunRow = Selectable<Runs>
export type RunKind = Runs['kind']

export const insertRun = (db: Db, row: Insertable<Runs>) => db.insertInto('backup_runs').values(row).execute()

export const updateRun = (db: Db, id: string, changes: Updateable<Runs>) =>
  db.updateTable('backup_runs').set(changes).where('id', '=', id).execute()

/** Runs until now, not of a time when the clock was wrong. */
const runsUntil = (db: Db, kinds: RunKind[], now: number) =>
  db.selectFrom('backup_runs').selectAll().where('kind', 'in', kinds).where('started_at', '<=', now).limit(1)

const newestFirst = (db: Db, kinds: RunKind[], now: number) =>
  runsUntil(db, kinds, now).orderBy('started_at', 'desc').orderBy('id', 'desc')

/** The run that was started last, whatever became of it. */
export const findLastRun = (db: Db, kind: RunKind, now: number): Promise<RunRow | undefined> =>
  newestFirst(db, [kind], now).executeTakeFirst()

/** A run that gave no sign of life for so long has died. */
const lifetimeMs = 60_000

export const isRunning = ({ ended_at, seen_at }: RunRow, now: number) => ended_at === null && seen_at > now - lifetimeMs

/** The run in progress, of the server or a command: that of a snapshot rather than one that reads it back meanwhile. */
export async function findRunning(db: Db, now: number) {
  for (const kind of ['snapshot', 'forget', 'verify'] as const) {
    const run = await findLastRun(db, kind, now)
    if (run && isRunning(run, now)) return run
  }
  return undefined
}

/** The last one that made a snapshot, or read one to its end. */
export const findLastDone = (db: Db, kind: RunKind, now: number): Promise<RunRow | undefined> =>
  newestFirst(db, [kind], now).where('snapshot', 'is not', null).executeTakeFirst()

/** The last one that listed the snapshots in their place to its end: it made one, or forgot by the rule. */
export const findLastLook = (db: Db, now: number): Promise<RunRow | undefined> =>
  newestFirst(db, ['snapshot', 'forget'], now)
    .where('ended_at', 'is not', null)
    .where('fault', 'is', null)
    .executeTakeFirst()

export const findFirstMade = (db: Db, now: number): Promise<RunRow | undefined> =>
  runsUntil(db, ['snapshot'], now).where('snapshot', 'is not', null).orderBy('started_at').executeTakeFirst()

export const deleteRun = (db: Db, id: string) => db.deleteFrom('backup_runs').where('id', '=', id).execute()

export const deleteOldRuns = (db: Db, now: number, ageMs: number) =>
  db
    .deleteFrom('backup_runs')
    .where('started_at', '<', now - ageMs)
    .where(ifTrusted(now))
    .execute()
