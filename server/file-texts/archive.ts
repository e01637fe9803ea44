// With yauzl and htmlparser2, which read in small parts, so that what an archive inflates to has a bound.
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { EncryptedFile } from './faults.ts'
import { type MarkupHandler, markupReader } from './markup.ts'
import { readHead } from './plain.ts'

const maxEntries = 10_000
/** Inflated bytes that are read of one part, and of all of them: the sizes in the file are not believed. */
const maxPartBytes = 64 * 2 ** 20
const maxBytes = 200 * 2 ** 20

/** Names of parts are the same in any case, and some programs write them with `\` or as absolute ones. */
const keyOf = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

const decoderOf = (head: Buffer) =>
  new TextDecoder(
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8',
  )

// names are only compared: invalid ones don't matter
const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
const endOfDirectory = Buffer.from('PK\x05\x06')

/** yauzl refuses bytes behind the end, which some programs and transports leave there. */
async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, options)
  } catch (error) {
    const bytes = await readHead(path, maxPartBytes)
    const end = bytes.lastIndexOf(endOfDirectory)
    if (end === -1) throw error
    return fromBufferPromise(bytes.subarray(0, end + 22 + bytes.readUInt16LE(end + 20)), options)
  }
}

/** A ZIP with XML in it. */
export async function openArchive(path: string) {
  const zip = await openZip(path)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= maxEntries) throw new Error('too many entries')
    const key = keyOf(entry.fileNameRaw.toString())
    if (!entries.has(key)) entries.set(key, entry)
  }
  let bytesRead = 0

  return {
    has: (name: string) => entries.has(keyOf(name)),
    /** Reads a part as XML, to its end or its limit; nothing without it. */
    async read(name: string, handler: MarkupHandler) {
      const entry = entries.get(keyOf(name))
      if (!entry || bytesRead >= maxBytes) return
      if (entry.isEncrypted()) throw new EncryptedFile()
      const reader = markupReader(handler, { isXml: true })
      const end = Math.min(maxBytes, bytesRead + maxPartBytes)
      let decoder: TextDecoder | undefined
      // leaving the loop destroys the stream
      for await (const bytes of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        bytesRead += bytes.length
        decoder ??= decoderOf(bytes)
        if (reader.write(decoder.decode(bytes, { stream: true })) || bytesRead >= end) return
      }
      reader.end()
    },
    [Symbol.dispose]: () => zip.close(),
  }
}

export type Archive = Awaited<ReturnType<typeof openArchive>>
