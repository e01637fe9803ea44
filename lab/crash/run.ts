/**
 * Kills a server at random moments under writes of every kind, and compares what it kept with what it acknowledged: part
 * of `lab/crash.ts`, and in short of the tests.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../server/db/db.ts'
import { createRandom } from '../../tools/random.ts'
import { findContradictions, findDamage, findFileFaults } from './consistency.ts'
import { openJournal } from './journal.ts'
import { createModel, type Verdict } from './model.ts'
import { fromTheBeginning, type Marks, observe } from './observe.ts'
import { chooseOperation } from './operations/choose.ts'
import { createPeople } from './people.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { Gone, type Writer } from './writer.ts'

export interface CrashOptions {
  place: DatabaseLocation
  /** Folder of the journal, outside of the data. */
  journalFolder: string
  seed: number
  kills: number
  /** Milliseconds that a server lives, once it answers. */
  lifetimeMs?: [number, number]
  /** Kills between two complete checks. */
  completeEvery?: number
  /** Weakens a community before its first kill, or its data after each: a control, whose losses must be found. */
  weaken?: { once?(db: OpenDatabase['db']): Promise<unknown>; afterKill?(): Promise<unknown> }
  onProgress?(report: Report): void
}

export interface Report {
  kills: number
  /** Kills before the server answered. */
  killsWhileStarting: number
  acknowledged: Map<string, number>
  kept: Map<string, number>
  absent: Map<string, number>
  refused: Map<string, number>
  lost: string[]
  doubled: string[]
  /** Contradictions between rows, between rows and bytes, and damage of the database. */
  broken: string[]
  slowestStartMs: number
  journal: string
}

const writerCount = 8
/** Of all kills; they come while the server starts. */
const shareWhileStarting = 0.1

export async function crash(options: CrashOptions): Promise<Report> {
  const { place, kills, seed, lifetimeMs: [min, max] = [5, 2000], completeEvery = 25, weaken, onProgress } = options
  const random = createRandom(seed)
  const journal = openJournal(options.journalFolder)
  const model = createModel(journal)
  const report: Report = {
    kills: 0,
    killsWhileStarting: 0,
    ...model.counts,
    refused: new Map(),
    lost: [],
    doubled: [],
    broken: [],
    slowestStartMs: 0,
    journal: journal.file,
  }
  let server = (await startServer(place)) as ServerProcess
  const writers = await createPeople(server.origin, { count: writerCount, random, model })
  let marks = await withDatabase(place, async ({ db }) => {
    await weaken?.once?.(db)
    const { found, marks } = await observe(db, writers, fromTheBeginning)
    model.adopt(found)
    return marks
  })

  while (report.kills < kills) {
    const work = Promise.allSettled(writers.map((writer) => keepBusy(writer, server)))
    let isOver = false
    void work.then(() => {
      isOver = true
    })
    // half of the kills come after an acknowledgement, however busy the machine is; the others may come before
    const before = model.counts.acknowledgements
    while (report.kills % 2 === 0 && model.counts.acknowledgements === before && !isOver) await pause(5)
    await pause(min + random.next() * (max - min))
    const killedAt = Date.now()
    await server.kill()
    for (const writer of writers) writer.disconnect()
    for (const outcome of await work)
      if (outcome.status === 'rejected') report.lost.push(String((outcome.reason as Error).stack))
    report.kills++
    await weaken?.afterKill?.()
    if (report.kills < kills && random.happens(shareWhileStarting)) {
      await startServer(place, { killAfterMs: random.upTo(1500) })
      report.kills++
      report.killsWhileStarting++
    }
    server = (await startServer(place)) as ServerProcess
    report.slowestStartMs = Math.max(report.slowestStartMs, server.startMs)
    const isComplete = report.kills >= kills || report.kills % completeEvery < 2
    const verdict = await withDatabase(place, (database) => check(database, { marks, isComplete, killedAt }))
    report.lost.push(...verdict.lost)
    report.doubled.push(...verdict.doubled)
    if (isComplete) {
      report.broken.push(...(await findRevoked(writers, server)))
      if (verdict.lost.length + verdict.doubled.length === 0) journal.restart()
    }
    report.refused = refusalsOf(writers)
    onProgress?.(report)
  }
  const code = await server.stop()
  if (code !== 0) report.broken.push(`the stop at the end returned ${code}`)
  return report

  async function check(
    { db, dialect }: OpenDatabase,
    { marks: from, isComplete, killedAt }: { marks: Marks; isComplete: boolean; killedAt: number },
  ): Promise<Verdict> {
    if (dialect === 'postgres') await waitForOldConnections(db, killedAt)
    const { found, marks: now } = await observe(db, writers, isComplete ? fromTheBeginning : from)
    marks = now
    report.broken.push(...(await findContradictions(db)))
    report.broken.push(...(await findFileFaults(db, place, { hashed: isComplete })))
    if (isComplete) report.broken.push(...(await findDamage(db, dialect)))
    return model.judge(found, { isComplete })
  }
}

/** Opened for each check only: a second connection would spare SQLite the recovery after a kill. */
export async function withDatabase<T>(
  place: DatabaseLocation,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(place, { alone: false })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Performs operations until the server is gone. */
async function keepBusy(writer: Writer, server: ServerProcess) {
  writer.connect(server.origin)
  try {
    for (const work of writer.unfinished.splice(0)) await work()
    for (;;) await chooseOperation(writer)(writer)
  } catch (error) {
    if (!(error instanceof Gone)) throw error
  }
}

/** PostgreSQL may still be committing what a killed server asked for. */
async function waitForOldConnections(db: OpenDatabase['db'], killedAt: number) {
  for (;;) {
    const { rows } = await sql<{ n: string }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
      and backend_start < to_timestamp(${killedAt / 1000})`.execute(db)
    if (Number(rows[0]?.n) === 0) return
    await pause(20)
  }
}

/** Ended sessions that are accepted again. */
async function findRevoked(writers: Writer[], { origin }: ServerProcess) {
  const problems: string[] = []
  for (const { name, revoked } of writers)
    for (const token of revoked.splice(0).slice(-5)) {
      const { status } = await fetch(`${origin}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
      if (status !== 401) problems.push(`an ended session of ${name} is answered ${status}`)
    }
  return problems
}

function refusalsOf(writers: Writer[]) {
  const all = new Map<string, number>()
  for (const { refusals } of writers)
    for (const [label, count] of refusals) all.set(label, (all.get(label) ?? 0) + count)
  return all
}
