import { batches } from '../../lib/batches.ts'
import { addRows } from '../site.ts'
import type { OwnSite } from './layout.ts'

const batchSize = 100

/** Writes the rows of these keys as JSON, and returns them once more, for pages. */
export async function writeRows<K, T>(
  site: OwnSite,
  path: string,
  keys: K[],
  read: (keys: K[]) => Promise<T[]>,
  toObject: (row: T) => object,
) {
  async function* readAll() {
    for (const batch of batches(keys, batchSize)) yield await read(batch)
  }
  async function* objects() {
    for await (const rows of readAll()) yield* rows.map(toObject)
  }
  if (keys.length > 0) await addRows(site, path, objects())
  return readAll()
}
