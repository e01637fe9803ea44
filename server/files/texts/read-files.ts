import { withLease } from '../../db/leases.ts'
import { lockRow, transaction } from '../../db/transaction.ts'
import { type TextKind, textKindOf } from '../../file-texts/kinds.ts'
import { pageBreak } from '../../file-texts/page-texts.ts'
import type { FileText } from '../../file-texts/worker.ts'
import { addWordsAhead, updateDocument } from '../../search/documents.ts'
import type { Services } from '../../services.ts'
import { listDue, listUnread, saveFileText, type Turns, type UnreadFile } from './queries.ts'

type Context = Pick<Services, 'db' | 'now' | 'newId' | 'storage' | 'incoming' | 'textExtractor'> & {
  log: Pick<Services['log'], 'warn'>
}

const batchSize = 10
/** Then the files are listed again, as others may have uploaded some: one file takes up to two minutes. */
const batchMs = 5000
const minuteMs = 60_000
/** Pauses after faults of the machine: disk, memory, the archive out of reach. After the last try the file has no text. */
const retryDelaysMs = [1, 10, 60, 6 * 60, 24 * 60].map((minutes) => minutes * minuteMs)

const nothing: FileText = { state: 'none', pages: [], tokens: [] }

/**
 * Reads files whose text the search doesn't know yet, by one process at a time: uploaders take turns, the newest file of each
 * comes first. False if it isn't this one, or if the machine failed: what is left waits for the next run.
 */
export async function readFileTexts(
  services: Context,
  { isStopped = () => false }: { isStopped?: () => boolean } = {},
): Promise<boolean> {
  const { db, now } = services
  const turns: Turns = new Map()
  let turn = 0
  for (;;) {
    const unread = await listUnread(db, batchSize, turns)
    const files = unread.length > 0 ? unread : await listDue(db, now(), batchSize)
    if (files.length === 0) return true
    const isDone = await withLease(services, 'file texts', async ({ isHeld }) => {
      const end = now() + batchMs
      for (const file of files) {
        if (now() >= end) break
        turns.set(file.uploader_id, turn++)
        if (isStopped() || !isHeld() || !(await readFileText(services, file, isStopped))) return false
      }
      return true
    })
    if (!isDone) return false
  }
}

/** False after a fault of the machine. */
async function readFileText(services: Context, file: UnreadFile, isStopped: () => boolean): Promise<boolean> {
  const { log, now } = services
  try {
    const kind = textKindOf(file.file_type, file.original_name)
    const text = kind === undefined ? nothing : await extract(services, file, kind)
    await addWordsAhead(services.db, text.tokens)
    await save(services, file, text)
    return true
  } catch (err) {
    // the server is stopping, and ended the process that reads
    if (isStopped()) return false
    const delay = retryDelaysMs[file.tries]
    const isThere = await save(services, file, {
      state: delay === undefined ? 'failed' : 'waiting',
      pages: [],
      tokens: [],
      tries: file.tries + 1,
      retry_at: delay === undefined ? null : now() + delay,
    })
    if (!isThere) return true
    log.warn({ err, file: file.id }, delay === undefined ? 'a file could not be read' : 'a file is read again later')
    return false
  }
}

/** A copy of its own: the bytes may be in a bucket, or be deleted meanwhile. */
async function extract({ storage, incoming, newId, textExtractor }: Context, file: UnreadFile, kind: TextKind) {
  const copy = newId()
  try {
    const bytes = await storage.read(file.bytes_key)
    if (!bytes) throw new Error('its bytes are missing in the archive')
    await incoming.receive(copy, bytes)
    return await textExtractor.extract(incoming.pathOf(copy), kind)
  } finally {
    await incoming.remove(copy)
  }
}

interface Outcome {
  state: FileText['state'] | 'waiting' | 'failed'
  pages: string[]
  tokens: string[]
  tries?: number
  retry_at?: number | null
}

/** False, and nothing is saved, if the file was deleted meanwhile. */
const save = ({ db }: Context, { id }: UnreadFile, { state, pages, tokens, tries = 0, retry_at = null }: Outcome) =>
  transaction(db, async (tx) => {
    if (!(await lockRow(tx, 'files', id))) return false
    await saveFileText(tx, {
      file_id: id,
      state,
      tries,
      retry_at,
      content: pages.join(pageBreak),
      tokens: tokens.join(' '),
    })
    if (tokens.length > 0) await updateDocument(tx, 'file', id)
    return true
  })
