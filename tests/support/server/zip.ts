import { buffer } from 'node:stream/consumers'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

/** The files of a ZIP by their paths; fails for a damaged one, for a path that leaves its folder, and for a path twice. */
export async function readZip(bytes: Uint8Array) {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(Buffer.from(bytes), { lazyEntries: true, validateEntrySizes: true }, (error, opened) =>
      opened ? resolve(opened) : reject(error),
    ),
  )
  const contents = new Map<string, Buffer>()
  const compressed = new Set<string>()

  const read = (entry: Entry) =>
    new Promise<Buffer>((resolve, reject) =>
      zip.openReadStream(entry, (error, stream) => (stream ? resolve(buffer(stream)) : reject(error))),
    )
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', async (entry: Entry) => {
      try {
        if (contents.has(entry.fileName)) throw new Error(`${entry.fileName} is in the ZIP twice`)
        contents.set(entry.fileName, await read(entry))
        if (entry.compressionMethod !== 0) compressed.add(entry.fileName)
        zip.readEntry()
      } catch (error) {
        reject(error)
      }
    })
    zip.on('error', reject).on('end', resolve)
    zip.readEntry()
  })

  const bytesOf = (path: string) => {
    const found = contents.get(path)
    if (!found) throw new Error(`${path} is not in the ZIP: ${[...contents.keys()].join(', ')}`)
    return found
  }
  return {
    paths: [...contents.keys()].toSorted(),
    bytes: bytesOf,
    text: (path: string) => bytesOf(path).toString(),
    json: <T = Record<string, unknown>>(path: string) => JSON.parse(bytesOf(path).toString()) as T,
    isCompressed: (path: string) => compressed.has(path),
    allText: () => [...contents.values()].map((content) => content.toString()).join('\n'),
  }
}

export type Zip = Awaited<ReturnType<typeof readZip>>
