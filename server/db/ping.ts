import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** Answers when the database does. */
export const ping = (db: Db) => sql`select 1`.execute(db)
