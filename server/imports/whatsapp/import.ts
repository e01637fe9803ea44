// A chat as WhatsApp exports it: its messages stand before those of our chat, its files in the archive.
import { resolve } from 'node:path'
import { linkToken } from '../../../contract/content/link-tokens.ts'
import { isBlank } from '../../../contract/fields.ts'
import { changeMessage, findById } from '../../chat/queries.ts'
import type { Db } from '../../db/schema.ts'
import { lockRow, transaction } from '../../db/transaction.ts'
import { updateDocument } from '../../search/documents.ts'
import type { Import, ImportOptions } from '../imports.ts'
import { findImported } from '../queries.ts'
import { createMessageWriter, thingIds } from '../things.ts'
import { type Brought, isBrought, readChat, readDateOrder } from './chat.ts'
import { openExport } from './export.ts'
import { createFileImporter, type Words } from './files.ts'
import { captionOf } from './messages.ts'
import { findPeople, readMembers, writeMembers } from './people.ts'
import { omittedFile, readableText, splitMessage, withFile } from './readable.ts'
import { sourceOf, survey } from './survey.ts'

/** Messages of a transaction: others who write wait for milliseconds. */
const batchSize = 50

const reasons = {
  system: 'a line of WhatsApp itself',
  deleted: 'deleted by its writer',
  empty: 'the export has nothing of it: it was shown once, or on the telephone only',
  stray: 'lines before the first message',
  damaged: 'some of its characters can’t be read',
  omitted: 'the export left out its file: export the chat with media',
}

export async function importWhatsApp(run: Import, path: string, { people: table, dates }: ImportOptions) {
  const { services, report, progress } = run
  const { db, settings, log } = services
  using chat = await openExport(resolve(path))
  const members = table === undefined ? new Map<string, string>() : await readMembers(table)
  progress.step('reading')
  const reading = { order: await readDateOrder(chat, dates), timeZone: settings.timeZone }
  const { size, first, ...found } = await survey(run, chat, readChat(chat, reading))
  const people = await findPeople(run, { ...found, members })
  if (run.id === undefined && table === undefined) log.info(await writeMembers(path, people.table()))
  const write = run.id === undefined ? undefined : await createMessageWriter(run)
  const newId = thingIds()
  const importFileOf = createFileImporter(run, chat)
  const sourceOfItem = ({ message: { key } }: Brought) => sourceOf(first, key)

  const bringFile = (item: Brought, name: string) => {
    const { at, message } = item
    const author = people.authorOf(message.writer)
    return importFileOf(name, { source: `${sourceOfItem(item)} file`, at, author, by: message.writer })
  }

  async function bring(item: Brought) {
    const { at, message } = item
    const { writer, content } = message
    const said = item.entry.text
    if (content.kind === 'omitted') report.leftOut(reasons.omitted, said)
    if (said.includes('\ufffd')) report.leftOut(reasons.damaged, said)
    const file =
      content.kind === 'file'
        ? await bringFile(item, content.name)
        : { words: content.kind === 'omitted' ? omittedFile(content.what) : '', isMissing: true }
    const words = readableText(captionOf(content), people.mention)
    const text = file.words && words ? `${file.words}\n${words}` : file.words || words
    if (isBlank(text)) {
      report.leftOut(reasons.empty, said)
      return { file, things: [] }
    }
    report.found('message', { at, by: writer, title: text.replace(linkToken, '$3') })
    const author = people.authorOf(writer)
    const source = sourceOfItem(item)
    const things = splitMessage(text).map((part, index) => ({
      source: index === 0 ? source : `${source} ${index + 1}`,
      id: newId(at),
      author,
      at,
      message: part,
    }))
    return { file, things }
  }

  /** The message with these words in the place of its missing file; undefined if it misses none. */
  const completed = async (tx: Db, id: string, words: string) =>
    withFile((await findById(tx, id))?.message ?? '', words)

  /** A message that an export without its file has brought gets it now. */
  async function complete(id: string, { words, isMissing }: Words) {
    if (!write || isMissing || (await completed(db, id, words)) === undefined) return
    await transaction(db, async (tx) => {
      await lockRow(tx, 'chat_messages', id)
      // its writer may have changed it meanwhile
      const message = await completed(tx, id, words)
      if (message === undefined) return
      await changeMessage(tx, id, { message })
      await updateDocument(tx, 'message', id)
    })
  }

  async function completeKnown(item: Brought, id: string) {
    const { at, message, entry } = item
    report.found('message', { at, by: message.writer, title: entry.text, isKnown: true })
    if (message.content.kind === 'file' && (await completed(db, id, '')) !== undefined)
      await complete(id, await bringFile(item, message.content.name))
  }

  async function bringAll(items: Brought[]) {
    const known = await findImported(db, items.map(sourceOfItem))
    const things = []
    // one after another: of files with the same bytes the first one's name stays
    for (const item of items) {
      const before = known.get(sourceOfItem(item))
      if (before && before.import_id !== run.id) {
        await completeKnown(item, before.thing_id)
        continue
      }
      const brought = await bring(item)
      // of this run, before it was killed: it is only in the report again
      if (before) await complete(before.thing_id, brought.file)
      else things.push(...brought.things)
    }
    if (things.length > 0) await write?.(things)
    progress.advance(items.reduce((sum, { entry }) => sum + entry.text.length, 0))
  }

  progress.step('messages', size)
  let items: Brought[] = []
  const onStray = (line: number) => report.leftOut(reasons.stray, `line ${line}`)
  for await (const item of readChat(chat, { ...reading, onStray })) {
    if (isBrought(item)) items.push(item)
    else {
      const why = item.message?.content.kind === 'empty' ? 'empty' : item.message ? 'deleted' : 'system'
      report.leftOut(reasons[why], item.entry.text, { isOwn: why !== 'empty' })
    }
    if (items.length < batchSize) continue
    await bringAll(items)
    items = []
  }
  await bringAll(items)
}
