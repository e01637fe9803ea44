import type { Retention } from '../../backup-settings.ts'
import { isBackupKey, isDatedLater, manifestPart, partOfKey } from '../store/keys.ts'
import type { Lock } from '../store/lock.ts'
import type { BackupStore } from '../store/store.ts'
import { forgettable } from './forgettable.ts'
import { readLines } from './lines.ts'
import { parseBlobLine } from './manifest.ts'

/**
 * Removes snapshots by the rule, what interrupted commands left, and bytes that no snapshot names. Nothing is removed
 * while a snapshot that stays can't be read: it may name any of the bytes. Nor while one is dated later than now: the
 * nights couldn't be told apart. Returns the snapshots that are gone, the number and bytes of the files that no snapshot
 * names any more, and as `later` the snapshots of a wrong clock that keep all of them.
 */
export async function forget(
  store: BackupStore,
  lock: Lock,
  { retention, timeZone }: { retention: Retention; timeZone: string },
) {
  const snapshots = await store.list()
  const later = snapshots.filter(isDatedLater)
  if (later.length > 0) return { snapshots: [] as string[], blobs: 0, bytes: 0, later }
  const manifests = new Map(
    await Promise.all(snapshots.map(async (name) => [name, await readIfWhole(store, name)] as const)),
  )
  const lastGood = snapshots.findLast((name) => manifests.get(name)?.faults.length === 0)
  const kept = snapshots.filter((name) => Date.parse(manifests.get(name)?.keep_until ?? '') > Date.now())
  const gone = new Set(forgettable(snapshots, retention, { timeZone, kept: lastGood ? [...kept, lastGood] : kept }))
  const named = new Set<string>()
  for (const snapshot of snapshots) {
    if (gone.has(snapshot)) continue
    const { blobs } = await store.readManifest(snapshot)
    for await (const lines of readLines(store, snapshot, blobs))
      for (const line of lines) named.add(store.keyOfBlob(parseBlobLine(line).sha256))
  }

  const isManifest = (part: string) => part.startsWith(manifestPart)
  const stale: { key: string; size: number; isManifest: boolean; isBlob: boolean }[] = []
  for await (const { key, size } of store.storage.list()) {
    // others may keep things in the same bucket
    if (!isBackupKey(key)) continue
    const { snapshot, part = '' } = partOfKey(key) ?? {}
    const isBlob = key.startsWith('blobs/')
    const isStale = isBlob
      ? !named.has(key)
      : snapshot !== undefined && (gone.has(snapshot) || !manifests.has(snapshot))
    if (isStale) stale.push({ key, size, isManifest: isManifest(part), isBlob })
  }
  // without its manifest a snapshot is gone: what is left of it when this is interrupted goes next time
  stale.sort((a, b) => Number(b.isManifest) - Number(a.isManifest))
  for (const { key } of stale) {
    lock.requireHeld()
    await store.storage.delete(key)
  }
  const blobs = stale.filter(({ isBlob }) => isBlob)
  return { snapshots: [...gone], blobs: blobs.length, bytes: blobs.reduce((sum, { size }) => sum + size, 0), later }
}

const readIfWhole = (store: BackupStore, snapshot: string) => store.readManifest(snapshot).catch(() => undefined)
