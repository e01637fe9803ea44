import type { Readable } from 'node:stream'
import { OperatorError } from '../../operator-error.ts'
import { blobKey, isDatedLater, momentPattern } from '../store/keys.ts'
import type { BackupStore } from '../store/store.ts'
import { readLines } from './lines.ts'
import { type BlobLine, type Manifest, type Part, parseBlobLine } from './manifest.ts'

/** The source of a restore: a snapshot in a store, or a community that is moved. */
export interface Snapshot {
  manifest: Manifest
  /** Texts of JSON objects, one for each row, some at a time. */
  linesOf(part: Part): AsyncIterable<string[]>
  blobs(): AsyncIterable<BlobLine>
  readBlob(blob: BlobLine): Promise<Readable>
  /** Where its bytes are in the store. */
  keyOfBlob(blob: BlobLine): string
}

/** The snapshot of this name, or the newest one: one of a wrong clock only if there is no other. Throws `OperatorError` if there is none. */
export async function openSnapshot(store: BackupStore, name?: string): Promise<Snapshot> {
  const snapshots = await store.list()
  const snapshot = name ?? snapshots.findLast((each) => !isDatedLater(each)) ?? snapshots.at(-1)
  if (snapshot === undefined) throw new OperatorError(`there is no snapshot in ${store.place}`)
  if (!momentPattern.test(snapshot) || !snapshots.includes(snapshot))
    throw new OperatorError(`there is no snapshot ${JSON.stringify(snapshot)} in ${store.place}: see "backup list"`)
  const manifest = await store.readManifest(snapshot)
  const keyOfBlob = ({ sha256 }: BlobLine) => blobKey(store.encryption.nameOf(sha256))
  return {
    manifest,
    linesOf: (part) => readLines(store, snapshot, part),
    async *blobs() {
      for await (const lines of readLines(store, snapshot, manifest.blobs)) yield* lines.map(parseBlobLine)
    },
    readBlob: (blob) => store.read(keyOfBlob(blob)),
    keyOfBlob,
  }
}
