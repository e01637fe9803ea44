import { record } from '../audit/rules.ts'
import type { Db } from '../db/schema.ts'
import type { ImportedKind } from '../db/schemas/imports.ts'
import { transaction } from '../db/transaction.ts'
import { keysOf } from '../files/previews.ts'
import { readInBatches } from '../lib/batches.ts'
import { removeNotices } from '../notices/rules.ts'
import { OperatorError } from '../operator-error.ts'
import type { Services } from '../services.ts'
import { deleteOrphans } from '../storage/blobs.ts'
import { releaseBlobs } from '../storage/queries.ts'
import { orderChat } from './chat-order.ts'
import { alone } from './imports.ts'
import {
  deleteCategoryWithoutFiles,
  deleteImported,
  deletePerson,
  deleteThings,
  findImport,
  listImported,
  listLinkingTexts,
  listTouched,
  updateImport,
} from './queries.ts'
import { keepIfNeeded, write } from './write.ts'

/** Rows of a transaction: others who write wait for milliseconds. */
const batchSize = 40

/** Things that stay, as people have done something with them since. */
interface Kept {
  kind: 'post' | 'comment' | 'message' | 'file'
  id: string
  title: string
  why: string
}

/** In this order: a comment goes before its post, and a file after the texts that show it. */
const kinds = ['comment', 'post', 'message', 'file'] as const

/**
 * Takes back what a run brought, but for what people have answered, edited or linked since. Killed, it goes on when it is
 * begun again.
 */
export const undo = (services: Services, runId: number): Promise<{ removed: number; kept: Kept[] }> =>
  alone(services, async () => {
    const { db, now } = services
    const run = await findImport(db, runId)
    if (!run) throw new OperatorError(`There is no import ${runId}: see import list.`)
    let removed = 0
    const kept: Kept[] = []
    for (const kind of kinds) {
      const result = await undoKind(services, runId, kind)
      removed += result.removed
      kept.push(...result.kept)
    }
    await orderChat(db)
    for (const kind of ['category', 'person'] as const) await undoEmpty(db, runId, kind)
    await transaction(db, async (tx) => {
      await updateImport(tx, runId, { undone_at: now(), ended_at: run.ended_at ?? now() })
      const detail = `${removed} removed, ${kept.length} kept`
      await record(services, tx, 'operator', 'import_undone', { target: run.name, detail })
    })
    return { removed, kept }
  })

/** Things of a run. */
const listBatches = (db: Db, runId: number, kind: ImportedKind) =>
  readInBatches(batchSize, (after: string | undefined, limit) => listImported(db, runId, kind, after ?? '', limit))

async function undoKind(services: Services, runId: number, kind: Kept['kind']) {
  const { db } = services
  const linked = kind === 'post' || kind === 'file' ? await findLinked(db) : new Set<string>()
  let removed = 0
  const kept: Kept[] = []
  for await (const ids of listBatches(db, runId, kind)) {
    const blobs = await write(db, async (tx) => {
      const staying = await listStaying(tx, runId, kind, ids, linked)
      const going = ids.filter((id) => !staying.some((thing) => thing.id === id))
      kept.push(...staying.map((thing) => ({ ...thing, kind })))
      for (const id of going) await removeNotices(services, tx, id)
      const keys = (await deleteThings(tx, kind, going)).flatMap(keysOf)
      if (keys.length > 0) await releaseBlobs(tx, keys)
      await deleteImported(tx, kind, going)
      removed += going.length
      return keys
    })
    if (blobs.length > 0) await deleteOrphans(services, blobs)
  }
  return { removed, kept }
}

async function listStaying(tx: Db, runId: number, kind: Kept['kind'], ids: string[], linked: Set<string>) {
  const touched = await listTouched(tx, runId, kind, { ids, named: ids.filter((id) => linked.has(id)) })
  const why = ({ is_edited, is_answered }: (typeof touched)[number]) =>
    is_edited ? 'edited' : is_answered ? 'answered' : 'linked'
  return touched.map((thing) => ({ id: thing.id, title: thing.title, why: why(thing) }))
}

const maxTexts = 1000

/** Ids of files and posts that comments and messages name, or that are people's pictures. Texts of the run are gone by now. */
async function findLinked(db: Db): Promise<Set<string>> {
  const found = new Set<string>()
  const read = async (after: { id: string } | undefined, limit: number) =>
    (await listLinkingTexts(db, after?.id ?? '', limit)).rows
  for await (const rows of readInBatches(maxTexts, read))
    for (const { text } of rows) for (const [id] of text.matchAll(/[0-9a-f]{32}/g)) found.add(id)
  return found
}

/** Categories and people of a run, without anything that is left in their names. */
async function undoEmpty(db: Db, runId: number, kind: 'category' | 'person') {
  const remove = kind === 'category' ? deleteCategoryWithoutFiles : deletePerson
  for await (const ids of listBatches(db, runId, kind))
    for (const id of ids)
      await transaction(db, async (tx) => {
        if (await remove(tx, id)) await deleteImported(tx, kind, [id])
      }).catch(keepIfNeeded)
}
