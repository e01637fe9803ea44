import type { Insertable } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'

export const insertEvent = (db: Db, event: Insertable<Schema['audit_events']>) =>
  db.insertInto('audit_events').values(event).execute()
