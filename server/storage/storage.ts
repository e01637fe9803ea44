import type { Readable } from 'node:stream'

/** What is known of bytes before they are stored. */
export interface Bytes {
  size: number
  /** SHA-256, as 64 hexadecimal digits. */
  sha256: string
}

/** A part of some bytes; both ends are included, as in a Range header. */
export interface Range {
  start: number
  end: number
}

/**
 * Where the bytes of the archive lie. Keys are ours: an id, with `.thumb` or `.screen` behind it for a smaller version.
 * When the store can't be reached or doesn't answer sensibly, every verb throws `StorageUnavailable`.
 */
export interface Storage {
  /**
   * Stores the bytes of a local file; durable when it answers. The local file stays, for whoever put it there to remove,
   * and must not change any more. Replaces.
   */
  put(key: string, path: string, bytes: Bytes): Promise<void>
  /** The bytes, or a part of them; undefined when there are none under the key. */
  read(key: string, range?: Range): Promise<Readable | undefined>
  /** How many bytes there are under the key; undefined for none. */
  sizeOf(key: string): Promise<number | undefined>
  /** Deletes them; it's no error when there are none. */
  delete(key: string): Promise<void>
  /** Everything that is stored, in no order. */
  list(): AsyncIterable<{ key: string; size: number }>
}

/** The store is out of reach; try again later. */
export class StorageUnavailable extends Error {}

/** The disk or the store is full; named as the system names it. */
export class NoRoom extends Error {
  readonly code = 'ENOSPC'
}
