import { setTimeout } from 'node:timers/promises'
import { type Lease, withLease } from '../db/leases.ts'
import type { Db } from '../db/schema.ts'
import { addOlderDocuments, addWords } from '../db/search/documents.ts'
import { afterCommit, transaction } from '../db/transaction.ts'
import { documentTokens, documentWords } from './documents.ts'
import { listFills, listUnindexed, lockFill, type Source, sources, updateFill } from './queries.ts'

interface Context {
  db: Db
  now(): number
  newId(): string
  log: { info(about: object, text: string): void }
}

interface Options {
  isStopped?: () => boolean
  /** Pauses take so many times as long as the steps: others find the database and this process free. */
  pauseRatio?: number
}

/**
 * Indexes what isn't in the index yet, as after a restore or an update: the newest first. One process at a time does it;
 * what is written meanwhile is in the index at once. True if everything is in it.
 */
export async function fillIndex(services: Context, options: Options = {}): Promise<boolean> {
  const fills = (await listFills(services.db)).map(({ source }) => source)
  if (fills.length === 0) return true
  return (await withLease(services, 'search', (lease) => fill(services, fills, lease, options))) ?? false
}

async function fill(
  { db, log }: Context,
  fills: Source[],
  { isHeld }: Lease,
  { isStopped = () => false, pauseRatio = 2 }: Options,
) {
  let count = 0
  const knownWords = new Set<string>()
  for (const source of (Object.keys(sources) as Source[]).filter((source) => fills.includes(source))) {
    let isDone = false
    while (!isDone) {
      if (isStopped() || !isHeld()) return false
      const start = performance.now()
      const step = await fillStep(db, source, knownWords)
      count += step.count
      isDone = step.isDone
      await setTimeout(pauseRatio * (performance.now() - start))
    }
  }
  if (count > 0) log.info({ count }, 'the search index is complete')
  return true
}

/** Characters of a step, but for a text that is longer than that. */
const maxLength = 20_000

function shortEnough<T extends { text: string; tokens?: string | null }>(rows: T[]): T[] {
  let length = 0
  const last = rows.findIndex(({ text, tokens }) => {
    length += text.length + (tokens?.length ?? 0)
    return length > maxLength
  })
  return last === -1 ? rows : rows.slice(0, Math.max(1, last))
}

/** Indexes the next rows of a source. Its position is read in each step, as a rebuild may have reset it. */
const fillStep = (db: Db, source: Source, knownWords: Set<string>) =>
  transaction(db, async (tx): Promise<{ count: number; isDone: boolean }> => {
    const { kind, batch } = sources[source]
    const { is_done, last_at, last_id } = await lockFill(tx, source)
    if (is_done) return { count: 0, isDone: true }
    const unindexed = await listUnindexed(tx, source, last_id === null ? undefined : { at: last_at ?? 0, id: last_id })
    const rows = shortEnough(unindexed)
    const documents = rows.map((row) => ({ row, tokens: documentTokens(kind, row) }))
    const older = documents.toReversed().map(({ row, tokens }) => ({ kind, ref_id: row.id, at: row.at, tokens }))
    await addOlderDocuments(tx, older)
    // a rebuild has removed the words
    if (last_id === null) knownWords.clear()
    const words = new Map(
      documents.flatMap(({ row, tokens }) => documentWords(row, tokens)).map((word) => [word.typed, word]),
    )
    const newWords = [...words.values()].filter(({ typed }) => !knownWords.has(typed))
    await addWords(tx, newWords)
    afterCommit(tx, () => {
      for (const { typed } of newWords) knownWords.add(typed)
    })
    const last = rows.at(-1)
    const isDone = !last || (unindexed.length < batch && rows.length === unindexed.length)
    await updateFill(tx, source, isDone ? { is_done: 1 } : { last_at: last.at, last_id: last.id, is_done: 0 })
    return { count: rows.length, isDone }
  })
