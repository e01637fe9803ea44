// Things that imports write: posts, comments, messages, files and categories with the moments that they had, and what they are
// in the export, so that nothing is brought twice. Nobody is told of them.
import type { Readable } from 'node:stream'
import type { ErrorCode } from '../../contract/errors.ts'
import { isBlank } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { withoutInvisible } from '../../contract/text/invisible.ts'
import { insertCategoryIfNew } from '../categories/queries.ts'
import { insertImportedMessage } from '../chat/queries.ts'
import { insertComment } from '../comments/queries.ts'
import { toNameKey } from '../db/name-key.ts'
import type { Db } from '../db/schema.ts'
import type { ImportedKind } from '../db/schemas/imports.ts'
import { transaction } from '../db/transaction.ts'
import { findFileRow, insertFile } from '../files/queries.ts'
import { readQuotaLeft, storeFile } from '../files/rules.ts'
import { Refusal } from '../http/fail.ts'
import { idAt } from '../ids.ts'
import { OperatorError } from '../operator-error.ts'
import { insertPost, insertVersion } from '../posts/queries.ts'
import { deriveColumns } from '../posts/rules.ts'
import { measure, measureAll } from '../storage/bytes.ts'
import type { Blob } from '../storage/storage.ts'
import { imported } from '../text-effects/saved.ts'
import type { Import } from './imports.ts'
import type { Author } from './people.ts'
import { findCategoryByName, findFileBySha256, findFirstSeq, findImportedThing, insertImported } from './queries.ts'
import { write } from './write.ts'

/** Fields of each thing of an export. */
interface Thing {
  /** Name of it in each export that has it. */
  source: string
  /** Chosen by `thingIds`, which others refer to. */
  id: string
  author: Author
  at: number
}

/** Ids for new things, ascending with their moments and, at the same one, in the order of the calls. */
export function thingIds() {
  let order = 0
  return (at: number) => idAt(at, order++)
}

type Named = Pick<Thing, 'source' | 'id'>
async function remember(tx: Db, { id: import_id }: Import, kind: ImportedKind, { source, id: thing_id }: Named) {
  if (import_id !== undefined) await insertImported(tx, { source, import_id, kind, thing_id })
}

/** A transaction of texts: a few posts, or up to a hundred messages, so that others who write wait for milliseconds. */
export async function writeTexts(run: Import, work: (tx: Db) => Promise<void>) {
  await run.services.disk.requireSpaceForText()
  await write(run.services.db, work)
}

/** A post, published when it was, or a draft. Its first version is that of the moment. */
export async function importPost(
  run: Import,
  tx: Db,
  post: Thing & { title: string; content: string; category_id: string | null; is_published: boolean },
) {
  const { id, author, at, title, content, category_id, is_published } = post
  await insertPost(tx, {
    id,
    title,
    ...(await deriveColumns(tx, content)),
    category_id,
    author_id: author.id,
    client_id: null,
    published_at: is_published ? at : null,
    // it is never mailed, not even if it is published again
    announced_at: is_published ? at : null,
    created_at: at,
    updated_at: at,
    version: 1,
  })
  await insertVersion(tx, id, author.id, at)
  await imported(tx, 'post', { id, author_id: author.id, title, stored_content: content, excerpt: '', is_published })
  await remember(tx, run, 'post', post)
}

export async function importComment(
  run: Import,
  tx: Db,
  comment: Thing & { post_id: string; content: string; reply_to: string | null },
) {
  const { id, author, at, post_id, content, reply_to } = comment
  const row = { id, post_id, author_id: author.id, content, created_at: at, updated_at: at, reply_to }
  await insertComment(tx, { ...row, client_id: null })
  await imported(tx, 'comment', { ...row, author_name: author.name })
  await remember(tx, run, 'comment', comment)
}

/** Below the numbers of all messages: more than an export has. */
const maxMessages = 10_000_000

/** Writes messages before all others of the chat; `orderChat` gives them their places at the end. */
export async function createMessageWriter(run: Import) {
  const { db } = run.services
  let seq = ((await findFirstSeq(db)) ?? 0) - maxMessages
  return (messages: (Thing & { message: string })[]) =>
    writeTexts(run, async (tx) => {
      for (const thing of messages) {
        const { id, author, at, message } = thing
        seq++
        await insertImportedMessage(tx, { seq, id, author_id: author.id, message, created_at: at, reply_to: null })
        await imported(tx, 'message', { id, author_id: author.id, username: author.name, message })
        await remember(tx, run, 'message', thing)
      }
    })
}

/**
 * The id of the category of this name, which is made if there is none. Null for a name without letters, and for an inactive
 * one, which stays inactive.
 */
export async function importCategory(run: Import, typed: string): Promise<string | null> {
  const { db, newId, now } = run.services
  const line = withoutInvisible(typed.toWellFormed().normalize('NFC').replace(/\s+/g, ' ')).trim()
  const name = [...line].slice(0, limits.categoryName).join('').trim()
  if (isBlank(name)) return null
  const name_key = toNameKey(name)
  if (run.id !== undefined && !(await findCategoryByName(db, name_key)))
    await transaction(db, async (tx) => {
      const id = newId()
      const row = { id, name, name_key, description: null, created_at: now(), deactivated_at: null }
      // not if somebody else has made it meanwhile
      if (await insertCategoryIfNew(tx, row)) await remember(tx, run, 'category', { id, source: `category ${id}` })
    })
  const found = await findCategoryByName(db, name_key)
  return found?.deactivated_at === null ? found.id : null
}

export interface ImportedFile {
  id: string
  name: string
  isPicture: boolean
}

const fileOf = (row: { id: string; original_name: string; has_preview: number }): ImportedFile => ({
  id: row.id,
  name: row.original_name,
  isPicture: row.has_preview === 1,
})

interface FileToImport {
  source: string
  /** Name in the archive. */
  name: string
  declaredType?: string
  size: number
  open(): Promise<Readable>
  author: Author
  at: number
  category_id: string | null
  /** For the report: the name of the person, and the path of the file where there are folders. */
  by: string
  path?: string
  /** A dry run may read it, to find those with the same bytes. */
  isLocal?: boolean
}

const quotaFull = 'it doesn’t fit into the quota of its member (QUOTA_MB)'

/** In a dry run: true if the bytes of a file are there already, or come with an earlier one. */
async function isKnownToDryRun({ services, storing }: Import, { isLocal, open }: FileToImport) {
  if (!isLocal) return false
  const { sha256 } = await measureAll(await open())
  if (storing.has(sha256) || (await findFileBySha256(services.db, sha256))) return true
  storing.set(sha256, Promise.resolve())
  return false
}

/** In a dry run: false if a file is over the quota of its author, with those before it. */
async function fits({ services, planned }: Import, { author, size }: FileToImport) {
  const bytes = (planned.get(author.id) ?? 0) + size
  const left = await readQuotaLeft(services, services.db, { ...author, session_id: '', address: null })
  if (bytes > left) return false
  planned.set(author.id, bytes)
  return true
}

/** Refusals of one file, as the report says them; any other would be one of all of them. */
const reasons: Partial<Record<ErrorCode, string>> = {
  quota_full: quotaFull,
  infected_file: 'it has a virus',
  too_large: 'it is too large to be checked for viruses',
  not_valid: 'the file is empty',
}

/**
 * Brings a file into the archive, or finds the one with the same bytes. Undefined if it is left out, with its reason in the
 * report: too large, empty, over a quota, with a virus, or unreadable.
 */
export async function importFile(run: Import, file: FileToImport): Promise<ImportedFile | undefined> {
  const { services, id: import_id, report } = run
  const { db, incoming, settings } = services
  const { source, name, size, author, at, by } = file
  const leaveOut = (reason: string) => void report.leftOut(reason, file.path ?? name)
  const count = (isKnown: boolean) => report.found('file', { at, by, title: name, isKnown })
  const known = await findImportedThing(db, source)
  if (known) {
    const row = await findFileRow(db, known.thing_id)
    // a person has deleted it since
    if (!row) return leaveOut('it was brought before, and deleted since')
    // or of the same run, before it was killed
    count(known.import_id !== import_id)
    return fileOf(row)
  }
  if (size === 0) return leaveOut('the file is empty')
  if (size > settings.maxUploadBytes)
    return leaveOut(`the file is larger than ${settings.maxUploadBytes / 2 ** 20} MB (MAX_UPLOAD_MB)`)
  const id = idAt(at, 0)
  if (import_id === undefined) {
    const isKnown = await isKnownToDryRun(run, file).catch(() => undefined)
    if (isKnown === undefined) return leaveOut('it can’t be read')
    if (!isKnown && !(await fits(run, file))) return leaveOut(quotaFull)
    count(isKnown)
    return { id, name, isPicture: false }
  }
  async function store(measured: Blob): Promise<ImportedFile> {
    const same = await findFileBySha256(db, measured.sha256)
    if (same) {
      count(true)
      return fileOf(same)
    }
    const received = { id, name, declaredType: file.declaredType ?? '', size: measured.size, uploaded_at: at, measured }
    const uploader = { ...author, session_id: '', address: null }
    const stored = await storeFile(services, uploader, received, { category_id: file.category_id }, async (tx, row) => {
      await insertFile(tx, row)
      await remember(tx, run, 'file', { source, id })
    })
    count(false)
    return { id, ...stored }
  }
  let unread: Error | undefined
  const isUnread = (error: Error) => {
    unread = error
    throw error
  }
  try {
    const { through, result } = measure()
    const bytes = await file.open().catch(isUnread)
    bytes.once('error', (error) => {
      unread = error
      through.destroy(error)
    })
    await incoming.receive(id, bytes.pipe(through), { length: size }).finally(() => bytes.destroy())
    const measured = result()
    const before = run.storing.get(measured.sha256)
    const stored = Promise.resolve(before).then(() => store(measured))
    run.storing.set(
      measured.sha256,
      stored.catch(() => {}),
    )
    return await stored
  } catch (error) {
    if (unread) return leaveOut(`it can’t be read (${(unread as NodeJS.ErrnoException).code ?? unread.message})`)
    if (!(error instanceof Refusal)) throw error
    const reason = reasons[error.code]
    if (reason !== undefined) return leaveOut(reason)
    throw new OperatorError(`${JSON.stringify(name)}: ${error.message}`, { cause: error })
  } finally {
    await incoming.remove(id)
  }
}
