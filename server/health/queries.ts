import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'

const healthRow = prepared((db) => db.selectFrom('locks').select('name').where('name', '=', 'health'))

/** Throws when the database doesn't answer. */
export const readHealthRow = (db: Db) => healthRow.first(db, {})

/** Changes nothing, but is written and synced like any other change. */
export const writeHealthRow = (db: Db) =>
  db.updateTable('locks').set({ name: 'health' }).where('name', '=', 'health').execute()
