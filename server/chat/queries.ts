import { type Insertable, sql } from 'kysely'
import type { Db, Schema, Way } from '../db/schema.ts'

/** Messages with the current names of their authors. */
const withNames = (db: Db) =>
  db
    .selectFrom('chat_messages')
    .innerJoin('users', 'users.id', 'chat_messages.author_id')
    .select([
      'chat_messages.id',
      'chat_messages.seq',
      'chat_messages.message',
      'chat_messages.created_at',
      'chat_messages.client_id',
      'users.name as username',
    ])
    .select((row) =>
      row.case().when('users.deleted_at', 'is', null).then(row.ref('chat_messages.author_id')).end().as('author_id'),
    )

export type ChatMessageRow = Awaited<ReturnType<typeof listAfter>>[number]

/** The first messages after a place, oldest first. */
export const listAfter = (db: Db, seq: number, limit: number) =>
  withNames(db).where('seq', '>', seq).orderBy('seq').limit(limit).execute()

/** The last messages before a place, oldest first. */
export const listBefore = async (db: Db, seq: number, limit: number) =>
  (await withNames(db).where('seq', '<', seq).orderBy('seq', 'desc').limit(limit).execute()).reverse()

export const findSeq = async (db: Db, id: string) =>
  (await db.selectFrom('chat_messages').select('seq').where('id', '=', id).executeTakeFirst())?.seq

export const findByClientId = (db: Db, authorId: string, clientId: string) =>
  withNames(db).where('author_id', '=', authorId).where('client_id', '=', clientId).executeTakeFirst()

export const findBySeq = (db: Db, seq: number) => withNames(db).where('seq', '=', seq).executeTakeFirstOrThrow()

/** The place of the newest message, which is how many there are. */
export const findHead = async (db: Db) =>
  (await db.selectFrom('counters').select('value').where('name', '=', 'chat').executeTakeFirstOrThrow()).value

/** Makes whoever else would add a message wait until the end of this transaction. */
export const lockChat = (tx: Db) =>
  tx
    .updateTable('counters')
    .set((set) => ({ value: set.ref('value') }))
    .where('name', '=', 'chat')
    .execute()

/** Gives the message the next place and stores it; its place. */
export async function appendMessage(tx: Db, message: Omit<Insertable<Schema['chat_messages']>, 'seq'>) {
  const { value: seq } = await tx
    .updateTable('counters')
    .set((set) => ({ value: set('value', '+', 1) }))
    .where('name', '=', 'chat')
    .returning('value')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('chat_messages')
    .values({ ...message, seq })
    .execute()
  return seq
}

/** The oldest message of these words that came by the other way and has no partner yet; it has one from now on. */
export async function pairMessage(
  tx: Db,
  authorId: string,
  message: string,
  way: Way,
  { at, within }: { at: number; within: number },
) {
  const other = way === 'socket' ? 'rest' : 'socket'
  const found = await tx
    .selectFrom('chat_messages')
    .select('seq')
    .where('author_id', '=', authorId)
    // clocks differ, and are set back
    .where('created_at', '>', at - within)
    .where('created_at', '<', at + within)
    .where('unpaired', '=', other)
    .where('message', '=', message)
    .orderBy('seq')
    .executeTakeFirst()
  if (found) await tx.updateTable('chat_messages').set({ unpaired: null }).where('seq', '=', found.seq).execute()
  return found?.seq
}

export const findReading = (db: Db, userId: string) =>
  db.selectFrom('chat_readings').select('seq').where('user_id', '=', userId).executeTakeFirst()

/** Sets how far somebody has read, never back; whether that changed anything. */
export async function raiseReading(db: Db, userId: string, seq: number) {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('chat_readings')
    .values({ user_id: userId, seq })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ seq }).where('chat_readings.seq', '<', seq))
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** How many messages of others there are after a place and up to another, counted up to `most`. */
export async function countOthersBetween(
  db: Db,
  userId: string,
  { after, to }: { after: number; to: number },
  most: number,
) {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('chat_messages')
        .select('seq')
        .where('seq', '>', after)
        .where('seq', '<=', to)
        .where('author_id', '!=', userId)
        .limit(most)
        .as('others'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
