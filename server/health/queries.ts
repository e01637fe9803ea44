import type { Db } from '../db/schema.ts'

export const readHealthRow = (db: Db) =>
  db.selectFrom('locks').select('name').where('name', '=', 'health').executeTakeFirstOrThrow()

/** Changes nothing, but is written and synced like any other change. */
export const writeHealthRow = (db: Db) =>
  db.updateTable('locks').set({ name: 'health' }).where('name', '=', 'health').execute()
