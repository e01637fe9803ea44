import { setTimeout } from 'node:timers/promises'
import { isBrokenReference } from '../db/errors.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'

/** A transaction of an import, and a rest as long as it took: others who write find the database free. */
export async function write<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const begunAt = performance.now()
  const result = await transaction(db, work)
  await setTimeout(performance.now() - begunAt)
  return result
}

/** For the deletion of a row that others may refer to: then it stays. */
export function keepIfNeeded(error: unknown) {
  if (!isBrokenReference(error)) throw error
}
