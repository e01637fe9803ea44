// An exported chat as the telephone gives it: a ZIP with media, the folder that it was unpacked to, or the text alone.
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import type { Readable } from 'node:stream'
import { type Entry, openPromise } from 'yauzl'
import { decodeIbm850, encodingOf, isUtf8 } from '../../../contract/text/encoding.ts'
import { withoutInvisible } from '../../../contract/text/invisible.ts'
import { OperatorError } from '../../operator-error.ts'
import { isEntry } from './lines.ts'

export interface ExportedFile {
  name: string
  size: number
  /** Fails while it is read if there are more or fewer bytes than `size`. */
  open: () => Promise<Readable>
}

export interface ExportedChat {
  /** Name of the group or person; undefined if no name of a file has it. */
  group: string | undefined
  lines: () => AsyncGenerator<string>
  /** A file that a message names, in any folder of the export. */
  findFile: (name: string) => Promise<ExportedFile | undefined>
  [Symbol.dispose]: () => void
}

const maxEntries = 200_000
const maxTextBytes = 2 ** 30
const maxLineLength = 2 ** 20
/** Lines in which a text shows that it is a chat. */
const headLines = 100

/** Names are compared without folders, and however they are composed. */
const baseOf = (path: string) => path.replace(/^.*[\\/]/s, '')
const keyOf = (name: string) => withoutInvisible(baseOf(name)).normalize('NFC').toLowerCase()
/** Files of macOS and the like. */
const isHidden = (path: string) => /(?:^|[\\/])(?:\.(?![./\\])|__MACOSX[\\/])/.test(path)

const titled =
  /^(?:whatsapp chat (?:with|-)|chat de whatsapp (?:con|-)|conversación de whatsapp con) (.+?)(?: \(\d+\))?$/i
const titleOf = (path: string) => titled.exec(withoutInvisible(parse(baseOf(path)).name.normalize('NFC')))?.[1]?.trim()
const isChatName = (name: string) =>
  /\.txt$/i.test(name) && (keyOf(name) === '_chat.txt' || titleOf(name) !== undefined)

const cleanLine = (line: string) => line.replace(/\r$/, '').replaceAll('\0', '')

async function* linesOf(file: ExportedFile): AsyncGenerator<string> {
  if (file.size > maxTextBytes)
    throw new OperatorError(`${file.name} has more than a gigabyte: this is no exported chat.`)
  let decoder: TextDecoder | undefined
  let rest = ''
  for await (const bytes of (await file.open()) as AsyncIterable<Buffer>) {
    const encoding = decoder ? undefined : encodingOf(bytes)
    decoder ??= new TextDecoder(encoding === 'ibm850' ? 'windows-1252' : encoding)
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineLength)
      throw new OperatorError(`${file.name} has a line of more than a million characters: this is no exported chat.`)
    for (const line of lines) yield cleanLine(line)
  }
  rest += decoder?.decode() ?? ''
  if (rest !== '') yield cleanLine(rest)
}

async function isChat(file: ExportedFile) {
  let count = 0
  for await (const line of linesOf(file)) {
    if (isEntry(line)) return true
    if (++count === headLines) return false
  }
  return false
}

async function findChat(files: ExportedFile[], at: string): Promise<ExportedFile> {
  let chats = files.filter(({ name }) => isChatName(name))
  if (chats.length === 0)
    for (const file of files) if (/\.txt$/i.test(file.name) && (await isChat(file))) chats = [...chats, file]
  const [chat, ...others] = chats
  if (!chat)
    throw new OperatorError(`${at} has no exported chat in it: no _chat.txt, and no "Chat de WhatsApp con ….txt".`)
  if (others.length > 0)
    throw new OperatorError(`${at} has several chats: import one of them. ${chats.map(({ name }) => name).join(', ')}`)
  return chat
}

/** Damage in a ZIP or on the disk, in a line. */
function refuseDamage(error: unknown, path: string): never {
  if (error instanceof OperatorError) throw error
  throw new OperatorError(
    `${path} can't be read: ${error instanceof Error ? error.message : error}. If it was cut off on its way, copy it from the telephone again.`,
    { cause: error },
  )
}

/** Programs don't always say in which encoding a name is. */
const nameOfEntry = ({ fileNameRaw }: Entry) =>
  isUtf8(fileNameRaw) ? fileNameRaw.toString() : decodeIbm850(fileNameRaw)

async function openZip(path: string) {
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false })
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    if (entries.length === maxEntries) throw new OperatorError(`${path} has more than ${maxEntries} files in it.`)
    entries.push(entry)
  }
  const files = entries.flatMap((entry): ExportedFile[] => {
    const name = nameOfEntry(entry)
    if (isHidden(name) || /[\\/]$/.test(name)) return []
    async function open() {
      if (entry.isEncrypted()) throw new OperatorError(`${path} has a password: unpack it first.`)
      return zip.openReadStreamPromise(entry)
    }
    return [{ name: baseOf(name), size: entry.uncompressedSize, open }]
  })
  return { files, close: () => zip.close(), given: undefined }
}

const fileAt = async (path: string): Promise<ExportedFile> => ({
  name: basename(path),
  size: (await stat(path)).size,
  open: async () => createReadStream(path),
})

async function openFolder(path: string) {
  const entries = (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isFile())
  const visible = entries.filter(({ name }) => !isHidden(name))
  return { files: await Promise.all(visible.map(({ name }) => fileAt(join(path, name)))), close() {} }
}

async function isZip(path: string) {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return buffer.toString('latin1', 0, 2) === 'PK' && [0x0403, 0x0605].includes(buffer.readUInt16LE(2))
}

async function openParts(path: string) {
  if ((await stat(path)).isDirectory()) return { ...(await openFolder(path)), given: undefined }
  if (await isZip(path)) return openZip(path)
  // what lies beside a text alone may be anything: a message could name it
  return { files: [], close() {}, given: await fileAt(path) }
}

export async function openExport(path: string): Promise<ExportedChat> {
  const { files, close, given } = await openParts(path).catch((error) => refuseDamage(error, path))
  try {
    const chat = given ?? (await findChat(files, path).catch((error) => refuseDamage(error, path)))
    const byKey = new Map(files.toReversed().map((file) => [keyOf(file.name), file]))
    return {
      group: titleOf(chat.name) ?? titleOf(path),
      async *lines() {
        try {
          yield* linesOf(chat)
        } catch (error) {
          refuseDamage(error, path)
        }
      },
      findFile: async (name) => byKey.get(keyOf(name)),
      [Symbol.dispose]: close,
    }
  } catch (error) {
    close()
    throw error
  }
}
