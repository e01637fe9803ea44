import type { Insertable } from 'kysely'
import { countRows } from '../../db/count.ts'
import type { Db, Schema } from '../../db/schema.ts'

export const findReading = (db: Db, userId: string) =>
  db.selectFrom('chat_readings').select('seq').where('user_id', '=', userId).executeTakeFirst()

export const insertReadings = (db: Db, readings: Insertable<Schema['chat_readings']>[]) =>
  db.insertInto('chat_readings').values(readings).execute()

/** Raises the last read `seq`; false when it was that high already. */
export async function raiseReading(db: Db, userId: string, seq: number) {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('chat_readings')
    .values({ user_id: userId, seq })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ seq }).where('chat_readings.seq', '<', seq))
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Count of others' messages that aren't deleted, with `seq` above `after` and up to `to`, limited to `max`. */
export async function countOthersBetween(
  db: Db,
  userId: string,
  { after, to }: { after: number; to: number },
  max: number,
) {
  const others = db.selectFrom((from) =>
    from
      .selectFrom('chat_messages')
      .select('seq')
      .where('seq', '>', after)
      .where('seq', '<=', to)
      .where('author_id', '!=', userId)
      .where('deleted_at', 'is', null)
      .limit(max)
      .as('others'),
  )
  return countRows(others)
}
