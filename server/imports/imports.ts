// One run of an import: begun, continued after a kill, ended with its report.
import { record } from '../audit/rules.ts'
import { withLease } from '../db/leases.ts'
import type { ImportKind } from '../db/schemas/imports.ts'
import { transaction } from '../db/transaction.ts'
import { OperatorError } from '../operator-error.ts'
import type { Services } from '../services.ts'
import { orderChat } from './chat-order.ts'
import { findUnfinishedImport, insertImport, restartFills, updateImport } from './queries.ts'
import { createReport, lastLine, type Report, type ReportSummary } from './report.ts'

/** Only one at a time: two would bring the same twice. */
export async function alone<T>(services: Pick<Services, 'db' | 'now' | 'newId'>, work: () => Promise<T>): Promise<T> {
  const done = await withLease(services, 'import', async () => ({ result: await work() }))
  if (!done) throw new OperatorError('another import is running: wait for its end, or half a minute if it was killed')
  return done.result
}

/** A run, as the three imports get it. */
export interface Import {
  services: Services
  /** Number of the run; undefined in a dry run, which writes nothing. */
  id: number | undefined
  report: Report
  /** Files under way, by their hashes: the same bytes twice are stored once. */
  storing: Map<string, Promise<unknown>>
  /** In a dry run: bytes of files by their authors, who may have a quota. */
  planned: Map<string, number>
  /** Receives names of the steps and how far they are. */
  progress: { step(name: string, total?: number): void; advance(count: number): void }
}

/** Options of the commands; each import takes some of them. */
export interface ImportOptions {
  /** File with a member for each name. */
  people?: string | undefined
  /** Order of day and month. */
  dates?: string | undefined
  /** Folder with the files of a blog. */
  uploads?: string | undefined
  /** The files of a blog are asked of its site. */
  fetch?: boolean | undefined
  /** Member whose files those of a folder become. */
  as?: string | undefined
}

/**
 * Does the work of an import and ends its run. An unfinished run on the same name goes on under its number, and what it has
 * brought already is known.
 */
export async function runImport(
  services: Services,
  { kind, name, isDryRun, progress }: { kind: ImportKind; name: string; isDryRun: boolean } & Pick<Import, 'progress'>,
  work: (run: Import) => Promise<void>,
): Promise<{ id: number | undefined; summary: ReportSummary }> {
  const { db, now } = services
  const report = createReport()
  const begin = (id: number | undefined) =>
    work({ services, id, report, progress, storing: new Map(), planned: new Map() })
  if (isDryRun) {
    await begin(undefined)
    return { id: undefined, summary: report.summary() }
  }
  return alone(services, async () => {
    const id = await transaction(
      db,
      async (tx) =>
        (await findUnfinishedImport(tx, kind, name)) ??
        (await insertImport(tx, { kind, name, started_at: now(), ended_at: null, undone_at: null, report: null })),
    )
    await begin(id)
    await orderChat(db)
    const summary = report.summary()
    await transaction(db, async (tx) => {
      await updateImport(tx, id, { ended_at: now(), report: JSON.stringify(summary) })
      await restartFills(tx)
      await record(services, tx, 'operator', 'content_imported', { target: name, detail: lastLine(id, summary) })
    })
    return { id, summary }
  })
}
