import type { Readable } from 'node:stream'

export interface Blob {
  size: number
  /** SHA-256, as 64 hexadecimal digits. */
  sha256: string
}

/** Inclusive at both ends, as in a Range header. One that begins after the last byte is empty. */
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
   * Stores a local file and replaces an existing blob, which stays as it is with `isNew`; durable once it resolves. The
   * caller removes the local file, which must not change any more.
   */
  put(key: string, path: string, bytes: Blob, options?: { isNew?: boolean }): Promise<void>
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
