import type { Readable } from 'node:stream'

export interface Blob {
  size: number
  /** SHA-256, as 64 hexadecimal digits. */
  sha256: string
}

/** Inclusive at both ends, as in a Range header. */
export interface Range {
  start: number
  end: number
}

/**
 * Storage of blobs, under the keys of its `Keys`. Every method throws `StorageUnavailable` if the store is unreachable or
 * its response is invalid.
 */
export interface Storage {
  /**
   * Stores a local file and replaces an existing blob; durable once it resolves. The caller removes the local file,
   * which must not change any more.
   */
  put(key: string, path: string, bytes: Blob): Promise<void>
  /** As `put`, unless there is a blob of this key: false then, and nothing is changed. */
  create(key: string, path: string, bytes: Blob): Promise<boolean>
  /** Undefined if the blob doesn't exist. */
  read(key: string, range?: Range): Promise<Readable | undefined>
  /** Undefined if the blob doesn't exist. */
  sizeOf(key: string): Promise<number | undefined>
  /** No effect if the blob doesn't exist. */
  delete(key: string): Promise<void>
  /** Unordered. */
  list(): AsyncIterable<{ key: string; size: number }>
}

export class StorageUnavailable extends Error {}

export class StorageFull extends Error {
  readonly code = 'ENOSPC'
}
