import { sql } from 'kysely'
import type { Db } from './schema.ts'

type LockedTable = 'users' | 'categories' | 'posts' | 'comments' | 'news' | 'files' | 'chat_messages'

/**
 * Locks a row until the end of the transaction: other transactions that change it wait. The same statement on both
 * databases. False when the row doesn't exist.
 */
export async function lockRow(tx: Db, table: LockedTable, id: string) {
  const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set id = id where id = ${id}`.execute(tx)
  return numAffectedRows > 0n
}
