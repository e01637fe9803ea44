import type { Selectable } from 'kysely'
import { ifTrusted } from '../clock/queries.ts'
import type { Db, Schema } from '../db/schema.ts'

export type ErrorCount = Selectable<Schema['error_counts']>

export const addErrorCount = (db: Db, { hour, kind, count, last_at }: ErrorCount) =>
  db
    .insertInto('error_counts')
    .values({ hour, kind, count, last_at })
    .onConflict((conflict) =>
      conflict
        .columns(['hour', 'kind'])
        .doUpdateSet((eb) => ({ count: eb('error_counts.count', '+', count), last_at })),
    )
    .execute()

export const deleteOldErrorCounts = (db: Db, now: number, ageMs: number) =>
  db
    .deleteFrom('error_counts')
    .where('hour', '<', now - ageMs)
    .where(ifTrusted(now))
    .execute()

export const listErrorCounts = (db: Db, after: number) =>
  db.selectFrom('error_counts').selectAll().where('hour', '>', after).execute()
