import type { Db } from './schema.ts'

/** Characters and bytes of all results and their keys. */
const maxSize = 8_000_000
const sizeOfOthers = 8

/** Freezes a result with all that is in it, as several requests get the same one; returns its size. */
function freeze(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return sizeOfOthers
  Object.freeze(value)
  return Object.values(value).reduce((size: number, part) => size + freeze(part), 0)
}

/**
 * Keeps results of reads for as long as the database is the same. `clear` is called at each commit of this process;
 * commits of others change the version (SQLite's `data_version`), which is read before the first use in each turn of the
 * event loop, as it costs as much as a small read.
 */
export function createReadCache(readVersion: () => number) {
  let cache = { results: new Map<string, Promise<unknown>>(), size: 0 }
  let version: number | undefined
  let isVersionKnown = false

  // without the reads in progress too: a part of what they return may be from before
  const clear = () => {
    cache = { results: new Map(), size: 0 }
  }

  function checkVersion() {
    if (isVersionKnown) return
    const current = readVersion()
    if (current !== version) clear()
    version = current
    isVersionKnown = true
    setImmediate(() => {
      isVersionKnown = false
    })
  }

  /** Requests that come during a read share it. */
  function read(key: string, readNow: () => Promise<unknown>): Promise<unknown> {
    try {
      checkVersion()
    } catch {
      // somebody has locked the file, or it can't be read: the read itself waits, or says so
      return readNow()
    }
    const current = cache
    const known = current.results.get(key)
    if (known) return known
    const result = readNow().then((value) => {
      current.size += key.length + freeze(value)
      if (current.size > maxSize) clear()
      return value
    })
    current.results.set(key, result)
    result.catch(() => current.results.delete(key))
    return result
  }

  return { read, clear }
}

type ReadCache = ReturnType<typeof createReadCache>

const caches = new WeakMap<Db, ReadCache>()

/** From now on `cached` reads with this handle use the cache; a transaction has a handle of its own. */
export const cacheReads = (db: Db, cache: ReadCache) => void caches.set(db, cache)

let reads = 0

/**
 * A read whose result is kept for as long as the database is the same: for what many people ask for, or one person at each
 * request. The result depends on nothing but the database and the arguments, which name it: so the read stands at the top
 * of a module, and takes neither services nor the exact time. In a transaction it reads each time, and on PostgreSQL, which
 * has no proof that nothing has changed.
 */
export function cached<A extends (object | string | number | undefined)[], T>(
  read: (db: Db, ...args: A) => Promise<T>,
): (db: Db, ...args: A) => Promise<T> {
  const number = reads++
  return (db, ...args) => {
    const cache = caches.get(db)
    if (!cache) return read(db, ...args)
    return cache.read(`${number} ${JSON.stringify(args)}`, () => read(db, ...args)) as Promise<T>
  }
}
