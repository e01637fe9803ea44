import { type Insertable, sql, type Updateable } from 'kysely'
import { countRows, findValue, listValues } from '../db/count.ts'
import { authorIdUnlessDeleted, cutByBytes, octetLength } from '../db/page.ts'
import { isPostgres, prepared, preparedInsert, valuesOf } from '../db/prepared.ts'
import { reactionsTo } from '../db/reactions.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { MessageTransport } from '../db/schemas/chat.ts'
import { raise } from '../db/upsert.ts'
import { excerptSource } from '../markdown/message-excerpt.ts'

const withNames = (db: Db) =>
  db
    .selectFrom('chat_messages')
    .innerJoin('users', 'users.id', 'chat_messages.author_id')
    .leftJoin('chat_messages as answered', 'answered.id', 'chat_messages.reply_to')
    .leftJoin('users as answered_author', 'answered_author.id', 'answered.author_id')
    .select([
      'chat_messages.id',
      'chat_messages.seq',
      'chat_messages.message',
      'chat_messages.created_at',
      'chat_messages.client_id',
      'chat_messages.reply_to',
      'chat_messages.edited_at',
      'chat_messages.deleted_at',
      'chat_messages.change',
      'users.name as username',
      'answered.seq as quoted_seq',
      'answered.deleted_at as quoted_deleted_at',
      'answered.change as quoted_change',
      'answered_author.name as quoted_name',
    ])
    .select(sql<string | null>`substr(answered.message, 1, ${sql.lit(excerptSource)})`.as('quoted_text'))
    .select(authorIdUnlessDeleted('chat_messages.author_id').as('author_id'))
    .select(reactionsTo('message', 'chat_messages.id').as('reactions'))

export type ChatMessageRow = Awaited<ReturnType<typeof listAfter>>[number]

/** First messages after `seq`, oldest first. */
export const listAfter = (db: Db, seq: number, limit: number) =>
  withNames(db).where('chat_messages.seq', '>', seq).orderBy('chat_messages.seq').limit(limit).execute()

type Side = 'before' | 'after'

const nearestSizes = prepared((db, { seq, limit }: { seq: number; limit: number }, { side }: { side: Side }) =>
  db
    .selectFrom('chat_messages')
    .select(['id', octetLength('message').as('bytes')])
    .where('seq', side === 'before' ? '<' : '>', seq)
    .orderBy('seq', side === 'before' ? 'desc' : 'asc')
    .limit(limit),
)
const messagesById = prepared((db, { ids }: { ids: string[] }) =>
  withNames(db).where('chat_messages.id', 'in', valuesOf(db, ids)).orderBy('chat_messages.seq'),
)

/** The messages nearest to `seq` on one side of it, oldest first; fewer than `limit` if they are long. */
export async function listPage(db: Db, side: Side, seq: number, limit: number) {
  const sizes = await nearestSizes.all(db, { seq, limit }, { side })
  return messagesById.all(db, { ids: cutByBytes(sizes).map(({ id }) => id) })
}

const olderMessage = prepared((db, { seq }: { seq: number }) =>
  db.selectFrom('chat_messages').select('seq').where('seq', '<', seq).limit(1),
)
export const hasOlder = async (db: Db, seq: number) => (await olderMessage.first(db, { seq })) !== undefined

export const findSeq = (db: Db, id: string) =>
  findValue(db.selectFrom('chat_messages').select('seq').where('id', '=', id))

export const findById = (db: Db, id: string) => withNames(db).where('chat_messages.id', '=', id).executeTakeFirst()

const counter = prepared((db, { name }: { name: Schema['counters']['name'] }) =>
  db.selectFrom('counters').select('value').where('name', '=', name),
)

/** The newest message's `seq`, which is also the count of messages that were written here. */
export const findHead = async (db: Db) => (await counter.firstOrThrow(db, { name: 'chat' })).value

/** The number of the newest change. */
export const findChangesHead = async (db: Db) => (await counter.firstOrThrow(db, { name: 'chat_changes' })).value

const changedMessages = prepared((db, { after, limit }: { after: number; limit: number }) =>
  withNames(db)
    .where('chat_messages.change', '>', after)
    // the same condition as the index's
    .where('chat_messages.change', '>', sql.lit(0))
    .orderBy('chat_messages.change')
    .limit(limit),
)

/** First messages of those that changed after a change, in the order of their last changes. */
export const listChanged = (db: Db, after: number, limit: number) => changedMessages.all(db, { after, limit })

/** Locks the chat until the end of the transaction: other appending transactions wait. */
export const lockChat = (tx: Db) =>
  tx
    .updateTable('counters')
    .set((set) => ({ value: set.ref('value') }))
    .where('name', '=', 'chat')
    .execute()

const nextSeq = prepared((db) =>
  db
    .updateTable('counters')
    .set((set) => ({ value: set('value', '+', 1) }))
    .where('name', '=', 'chat')
    .returning('value'),
)
const insertMessage = preparedInsert('chat_messages', [
  ...(['seq', 'id', 'author_id', 'client_id', 'message', 'unpaired', 'created_at', 'reply_to'] as const),
])

/** Stores the message under the next `seq`. */
export async function appendMessage(tx: Db, message: Omit<Parameters<typeof insertMessage>[1], 'seq'>) {
  const { value: seq } = await nextSeq.firstOrThrow(tx, {})
  await insertMessage(tx, { ...message, seq })
}

/** Stores an imported message under a number of its own: see server/imports/chat-order.ts. */
export const insertImportedMessage = (
  tx: Db,
  message: Omit<Parameters<typeof insertMessage>[1], 'client_id' | 'unpaired'>,
) => insertMessage(tx, { ...message, client_id: null, unpaired: null })

/** Changes a message, which has to be locked. */
export async function changeMessage(tx: Db, id: string, changes: Updateable<Schema['chat_messages']>) {
  await tx.updateTable('chat_messages').set(changes).where('id', '=', id).execute()
  await touchMessages(tx, [id])
}

/**
 * Gives messages the next numbers, as they are shown differently without a change of their own. They have to be locked, and
 * there.
 */
export async function touchMessages(tx: Db, ids: string[]) {
  if (ids.length === 0) return
  const { value: last } = await tx
    .updateTable('counters')
    .set((set) => ({ value: set('value', '+', ids.length) }))
    .where('name', '=', 'chat_changes')
    .returning('value')
    .executeTakeFirstOrThrow()
  await sql`update chat_messages set change = ${last - ids.length} + touched.number
    from (select seq, row_number() over (order by seq) as number from chat_messages
      where id in ${valuesOf(tx, ids)}) as touched
    where touched.seq = chat_messages.seq`.execute(tx)
}

/** Finds the oldest unpaired message with this text from the other transport, marks it as paired, and returns its id. */
export async function pairMessage(
  tx: Db,
  authorId: string,
  message: string,
  transport: MessageTransport,
  { at, windowMs }: { at: number; windowMs: number },
) {
  const other = transport === 'socket' ? 'rest' : 'socket'
  const found = await tx
    .selectFrom('chat_messages')
    .select('id')
    .where('author_id', '=', authorId)
    // clocks differ, and can be set back
    .where('created_at', '>', at - windowMs)
    .where('created_at', '<', at + windowMs)
    .where('unpaired', '=', other)
    .where('message', '=', message)
    .orderBy('seq')
    .executeTakeFirst()
  if (found) await tx.updateTable('chat_messages').set({ unpaired: null }).where('id', '=', found.id).execute()
  return found?.id
}

/** Messages that a change of a name reaches on open pages; others have it when they are loaded again. */
const maxNaming = 500

/** Tells open pages of messages that name a person: a name has changed. */
export async function changeMessagesNaming(tx: Db, userId: string) {
  const ids = await listValues(
    tx
      .selectFrom('mentions')
      .innerJoin('chat_messages', 'chat_messages.id', 'mentions.source_id')
      .select('chat_messages.id')
      .where('mentions.user_id', '=', userId)
      .where('mentions.kind', '=', 'message')
      .orderBy('chat_messages.seq', 'desc')
      .limit(maxNaming),
  )
  if (ids.length === 0) return false
  // others who change one of them wait
  await tx
    .selectFrom('chat_messages')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('seq')
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .execute()
  await touchMessages(tx, ids)
  return true
}

export const findReading = (db: Db, userId: string) =>
  findValue(db.selectFrom('chat_readings').select('seq').where('user_id', '=', userId))

export const insertReadings = (db: Db, readings: Insertable<Schema['chat_readings']>[]) =>
  db.insertInto('chat_readings').values(readings).execute()

/** Raises the last read `seq`; false when it was that high already. */
export const raiseReading = (db: Db, userId: string, seq: number) =>
  raise(db, 'chat_readings', { user_id: userId }, 'seq', seq)

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
