import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db/schema.ts'
import { batches } from '../lib/batches.ts'
import { nameTest } from '../search/names.ts'
import { searchWords } from '../search/words.ts'
import { listNames } from './queries.ts'

/** Databases limit the values of a query; only a search for a letter or two finds more. */
const maxNames = 5000
const batchSize = 500

/**
 * Names in audit events in which each word of the search begins a word; undefined without a search. Compared here, as
 * events keep names as they were written, and databases don't ignore accents.
 */
export async function findNames(db: Db, q: string | undefined): Promise<string[] | undefined> {
  const words = searchWords(q).map(({ word }) => word)
  if (words.length === 0) return undefined
  const names = await listNames(db)
  const found: string[] = []
  const isNamed = nameTest(words)
  for (const batch of batches(names, batchSize)) {
    found.push(...batch.filter(isNamed))
    // between batches other requests are answered
    await setImmediate()
  }
  return found.slice(0, maxNames)
}
