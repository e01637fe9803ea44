import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { parseJson } from '../../lib/parse-json.ts'
import { OperatorError } from '../../operator-error.ts'
import { momentPattern } from '../store/keys.ts'

const count = z.int().check(z.gte(0))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A file of lines, one JSON object each. */
const Part = z.strictObject({
  /** File name after that of the snapshot. */
  part: z.string().check(z.regex(/^[a-z_]+\.jsonl\.gz$/)),
  lines: count,
  /** Bytes of the compressed file, before any encryption; its hash is the next field. */
  size: count,
  sha256,
  /** Hash of the lines, however they are compressed. */
  lines_sha256: sha256,
})
export type Part = z.output<typeof Part>

const Manifest = z.strictObject({
  format: z.literal(1),
  /** Version of the program. */
  program: z.string(),
  snapshot: z.string().check(z.regex(momentPattern)),
  /** Name of the last migration. */
  schema: z.string().check(z.regex(/^\d{3}-[a-z-]+$/)),
  /** In the order in which they are restored. */
  tables: z.array(z.extend(Part, { table: z.string().check(z.regex(/^[a-z_]+$/)) })),
  /** List of the bytes of files: key in the storage, SHA-256 and size. */
  blobs: z.extend(Part, { bytes: count }),
  /** `forget` leaves it until then: it was made before something that may turn out to be wrong. */
  keep_until: z.optional(z.iso.datetime()),
  /** Files whose bytes were missing or damaged in the archive, and are in no earlier snapshot. */
  faults: z.array(z.strictObject({ key: z.string(), name: z.string(), why: z.string() })),
})
export type Manifest = z.output<typeof Manifest>

/** A line of the list of blobs. `key` is the storage's. */
const BlobLine = z.strictObject({
  key: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  sha256,
  size: count,
})
export type BlobLine = z.output<typeof BlobLine>

/** Throws `OperatorError` for any other text. */
export function parseBlobLine(line: string): BlobLine {
  const { data } = z.safeParse(BlobLine, parseJson(line))
  if (!data) throw new OperatorError(`the list of files is damaged: ${line.slice(0, 200)}`)
  return data
}

/** Two lines: the manifest and its SHA-256. */
export function formatManifest(manifest: Manifest) {
  const text = JSON.stringify(manifest)
  return `${text}\n${hash('sha256', text)}\n`
}

/** Undefined if it isn't whole, or isn't a manifest of this format. */
export function parseManifest(file: string): Manifest | undefined {
  const [text = '', checksum] = file.split('\n')
  if (hash('sha256', text) !== checksum) return undefined
  return z.safeParse(Manifest, parseJson(text)).data
}
