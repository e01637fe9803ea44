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
