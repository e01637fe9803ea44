import type { Range } from './storage.ts'

/** Which names blobs have in a storage, and where a folder keeps them. */
export interface Keys {
  /** Throws for an invalid key, which is a bug: keys never come from users. */
  check(key: string): string
  /** Path below the folder of a storage. */
  pathOf(key: string): string
  /** Key of a path below that folder; undefined for what isn't the storage's. */
  keyOf(path: string): string | undefined
  /** True for folders that may have keys: others, such as those of a file system, may not be readable. */
  isFolder(path: string): boolean
}

function checkArchiveKey(key: string) {
  if (!/^[0-9a-f]{32}(\.(thumb|screen))?$/.test(key))
    throw new Error(`not a key of the storage: ${JSON.stringify(key)}`)
  return key
}

/** An id, followed by `.thumb` or `.screen` for a smaller version. Ids are ordered by time: their last digits spread evenly. */
export const archiveKeys: Keys = {
  check: checkArchiveKey,
  pathOf: (key) => `${checkArchiveKey(key).slice(30, 32)}/${key}`,
  keyOf: (path) => /^[0-9a-f]{2}\/([^/]+)$/.exec(path)?.[1],
  isFolder: (path) => /^[0-9a-f]{2}$/.test(path),
}

/** Throws for an invalid range, which is a bug; one that begins after the last byte is valid and empty. */
export function checkRange(range?: Range) {
  if (range && !(range.start >= 0 && range.end >= range.start && Number.isSafeInteger(range.start + range.end)))
    throw new Error(`not a range of bytes: ${range.start} to ${range.end}`)
  return range
}
