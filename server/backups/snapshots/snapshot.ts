import { OperatorError } from '../../operator-error.ts'
import { version } from '../../version.ts'
import { isDatedLater, momentPattern } from '../store/keys.ts'
import type { BackupStore } from '../store/store.ts'
import { readLines, writeLines } from './lines.ts'
import { type BlobLine, type Manifest, type Part, parseBlobLine } from './manifest.ts'

/** The source of a restore: a snapshot in a store, or a community that is moved. */
export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>

/** The snapshot of this name, or the newest one: one of a wrong clock only if there is no other. Throws `OperatorError` if there is none. */
export async function openSnapshot(store: BackupStore, name?: string) {
  const snapshots = await store.list()
  const snapshot = name ?? snapshots.findLast((each) => !isDatedLater(each)) ?? snapshots.at(-1)
  if (snapshot === undefined) throw new OperatorError(`there is no snapshot in ${store.place}`)
  if (!momentPattern.test(snapshot) || !snapshots.includes(snapshot))
    throw new OperatorError(`there is no snapshot ${JSON.stringify(snapshot)} in ${store.place}: see "backup list"`)
  const manifest = await store.readManifest(snapshot)
  return {
    manifest,
    /** Texts of JSON objects, one for each row, some at a time. */
    linesOf: (part: Part) => readLines(store, snapshot, part),
    async *blobs() {
      for await (const lines of readLines(store, snapshot, manifest.blobs)) yield* lines.map(parseBlobLine)
    },
    readBlob: ({ sha256 }: BlobLine) => store.read(store.keyOfBlob(sha256)),
    /** Where the bytes with this hash are in the store. */
    keyOfBlob: store.keyOfBlob,
  }
}

/**
 * Stores the list of files and then the manifest, without which there is no snapshot. `requireHeld` throws if others may
 * have changed something meanwhile.
 */
export async function completeSnapshot(
  store: BackupStore,
  { lines, ...described }: Omit<Manifest, 'format' | 'program' | 'blobs'> & { lines: BlobLine[] },
  requireHeld = () => {},
): Promise<Manifest> {
  const list = await writeLines(store, { snapshot: described.snapshot, name: 'blobs', objects: lines })
  const bytes = lines.reduce((sum, { size }) => sum + size, 0)
  const manifest: Manifest = { format: 1, program: version, ...described, blobs: { ...list, bytes } }
  requireHeld()
  await store.writeManifest(manifest)
  return manifest
}
