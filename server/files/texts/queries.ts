import { type Insertable, sql } from 'kysely'
import { countAll } from '../../db/count.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { upsert } from '../../db/upsert.ts'

const columns = ['files.id', 'files.original_name', 'files.file_type', 'files.bytes_key', 'files.uploader_id'] as const

export type UnreadFile = Awaited<ReturnType<typeof listDue>>[number]

/** Newest files that nobody has tried to read, among which their uploaders take turns. */
const maxNewest = 1000

/** Numbers of the last turns of uploaders. */
export type Turns = Map<UnreadFile['uploader_id'], number>

/**
 * Files that nobody has tried to read: of each uploader the newest, beginning with those whose turn was long ago, then the
 * second ones, and so on.
 */
export async function listUnread(db: Db, limit: number, turns: Turns = new Map()): Promise<UnreadFile[]> {
  const newest = await db
    .selectFrom('files')
    .select([...columns, sql<number>`0`.as('tries')])
    .where('bytes_key', 'is not', null)
    .$narrowType<{ bytes_key: string }>()
    .where((file) =>
      file.not(file.exists(file.selectFrom('file_texts').select('file_id').whereRef('file_id', '=', 'files.id'))),
    )
    .orderBy('files.id', 'desc')
    .limit(maxNewest)
    .execute()
  const counts: Turns = new Map()
  const inTurns = newest.map((file) => {
    const round = counts.get(file.uploader_id) ?? 0
    counts.set(file.uploader_id, round + 1)
    return { file, round, last: turns.get(file.uploader_id) ?? -1 }
  })
  return inTurns
    .toSorted((a, b) => a.round - b.round || a.last - b.last)
    .slice(0, limit)
    .map(({ file }) => file)
}

/** Files to try once more. */
export const listDue = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('file_texts')
    .innerJoin('files', 'files.id', 'file_texts.file_id')
    .select([...columns, 'file_texts.tries'])
    .$narrowType<{ bytes_key: string }>()
    .where('file_texts.state', '=', 'waiting')
    .where('retry_at', '<=', now)
    .orderBy('retry_at')
    .limit(limit)
    .execute()

/** `retry_at` null for a state that is final. */
export const saveFileText = (tx: Db, { file_id, ...text }: Required<Insertable<Schema['file_texts']>>) =>
  upsert(tx, 'file_texts', { file_id, ...text }, ['file_id'], text)

/** Counts by state; those of uploads that nobody has tried to read count as `waiting`. */
export async function countFileTexts(db: Db) {
  const rows = await db
    .selectFrom('file_texts')
    .select(['state', countAll.as('count')])
    .groupBy('state')
    .execute()
  const counts = { waiting: 0, text: 0, none: 0, scanned: 0, encrypted: 0, broken: 0, failed: 0 }
  for (const { state, count } of rows) counts[state] = count
  const read = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { files } = await db
    .selectFrom('files')
    .where('bytes_key', 'is not', null)
    .select(countAll.as('files'))
    .executeTakeFirstOrThrow()
  return { ...counts, waiting: counts.waiting + Math.max(0, files - read) }
}

export const deleteFileTexts = (db: Db) => db.deleteFrom('file_texts').execute()
