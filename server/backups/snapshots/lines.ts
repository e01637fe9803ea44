import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { OperatorError } from '../../operator-error.ts'
import { operatorMessage } from '../../operator-message.ts'
import { measure } from '../../storage/bytes.ts'
import type { BackupStore } from '../store/store.ts'
import type { Part } from './manifest.ts'

const linesPerChunk = 500
const chunkBytes = 2 ** 17

async function* chunksOf(objects: AsyncIterable<unknown> | unknown[], onLine: () => void) {
  let chunk = ''
  let lines = 0
  for await (const object of objects) {
    onLine()
    chunk += `${JSON.stringify(object)}\n`
    if (++lines % linesPerChunk > 0) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (chunk !== '') yield Buffer.from(chunk)
}

/** Stores objects as a part of a snapshot: compressed lines of JSON. */
export async function writeLines(
  store: BackupStore,
  { snapshot, name, objects }: { snapshot: string; name: string; objects: AsyncIterable<unknown> | unknown[] },
  onBytes?: (count: number) => void,
): Promise<Part> {
  let count = 0
  const lines = measure(onBytes)
  const part = `${name}.jsonl.gz`
  const chunks = Readable.from(chunksOf(objects, () => count++))
  // an error of any of them is the last one's
  const compressed = pipeline(chunks, lines.through, createGzip({ level: 4 }), () => {})
  const { size, sha256 } = await store.write(compressed, () => store.keyOfPart(snapshot, part))
  return { part, lines: count, size, sha256, lines_sha256: lines.result().sha256 }
}

/** Lines of a stream of text, some at a time. */
async function* linesOf(stream: Readable): AsyncGenerator<string[]> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
  if (rest !== '') yield [rest]
}

/** Lines of a part, some at a time, each the text of an object. Throws `OperatorError` at the end if the part isn't as the manifest says. */
export async function* readLines(
  store: Pick<BackupStore, 'read' | 'keyOfPart' | 'place'>,
  snapshot: string,
  { part, lines, size, sha256, lines_sha256 }: Part,
): AsyncGenerator<string[]> {
  const key = store.keyOfPart(snapshot, part)
  const damaged = (why: string, cause?: unknown) =>
    new OperatorError(`${key} in ${store.place} is damaged (${why})`, { cause })
  const compressed = measure()
  const plain = measure()
  let count = 0
  try {
    const stored = await store.read(key)
    const text = pipeline(stored, compressed.through, createGunzip({ chunkSize: chunkBytes }), plain.through, () => {})
    for await (const found of linesOf(text)) {
      count += found.length
      yield found
    }
  } catch (error) {
    if (operatorMessage(error) !== undefined) throw error
    throw damaged((error as Error).message, error)
  }
  const found = compressed.result()
  if (found.size !== size) throw damaged(`${found.size} bytes instead of ${size}`)
  if (found.sha256 !== sha256 || plain.result().sha256 !== lines_sha256 || count !== lines)
    throw damaged('its content has changed')
}
