import { limits } from '../../contract/limits.ts'
import { authorIdUnlessDeleted } from '../db/author-id.ts'
import { cutByBytes, fitsPage, octetLength } from '../db/page.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import type { Db, MessageTransport } from '../db/schema.ts'

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
    .select(authorIdUnlessDeleted('chat_messages.author_id').as('author_id'))

export type ChatMessageRow = Awaited<ReturnType<typeof listAfter>>[number]

/** First messages after `seq`, oldest first. */
export const listAfter = (db: Db, seq: number, limit: number) =>
  withNames(db).where('seq', '>', seq).orderBy('seq').limit(limit).execute()

type Side = 'before' | 'after'
type SideValues = { seq: number; limit: number }

const nearest = (db: Db, { seq, limit }: SideValues, { side }: { side: Side }) =>
  db
    .selectFrom('chat_messages')
    .where('seq', side === 'before' ? '<' : '>', seq)
    .orderBy('seq', side === 'before' ? 'desc' : 'asc')
    .limit(limit)
const nearestMessages = prepared(
  (db, values: SideValues, shape: { side: Side }) =>
    withNames(db)
      .where('seq', 'in', nearest(db, values, shape).select('seq'))
      .orderBy('seq'),
  { isCached: true },
)
const nearestSizes = prepared((db, values: SideValues, shape: { side: Side }) =>
  nearest(db, values, shape).select(['seq', octetLength('message').as('bytes')]),
)

/** The messages nearest to `seq` on one side of it, oldest first; fewer than `limit` if they are long. */
export async function listPage(db: Db, side: Side, seq: number, limit: number) {
  if (fitsPage(limit, limits.chatMessage)) return nearestMessages.all(db, { seq, limit }, { side })
  const seqs = cutByBytes(await nearestSizes.all(db, { seq, limit }, { side })).map((size) => size.seq)
  return seqs.length > 0 ? withNames(db).where('seq', 'in', seqs).orderBy('seq').execute() : []
}

export const findSeq = async (db: Db, id: string) =>
  (await db.selectFrom('chat_messages').select('seq').where('id', '=', id).executeTakeFirst())?.seq

export const findByClientId = (db: Db, authorId: string, clientId: string) =>
  withNames(db)
    .where('chat_messages.author_id', '=', authorId)
    .where('chat_messages.client_id', '=', clientId)
    .executeTakeFirst()

export const findBySeq = (db: Db, seq: number) => withNames(db).where('seq', '=', seq).executeTakeFirstOrThrow()

const head = prepared((db) => db.selectFrom('counters').select('value').where('name', '=', 'chat'), { isCached: true })

/** The newest message's `seq`, which is also the count of messages. */
export const findHead = async (db: Db) => (await head.firstOrThrow(db, {})).value

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
  ...(['seq', 'id', 'author_id', 'client_id', 'message', 'unpaired', 'created_at'] as const),
])

/** Stores the message under the next `seq`, and returns that. */
export async function appendMessage(tx: Db, message: Omit<Parameters<typeof insertMessage>[1], 'seq'>) {
  const { value: seq } = await nextSeq.firstOrThrow(tx, {})
  await insertMessage(tx, { ...message, seq })
  return seq
}

/** Finds the oldest unpaired message with this text from the other transport, and marks it as paired. */
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
    .select('seq')
    .where('author_id', '=', authorId)
    // clocks differ, and can be set back
    .where('created_at', '>', at - windowMs)
    .where('created_at', '<', at + windowMs)
    .where('unpaired', '=', other)
    .where('message', '=', message)
    .orderBy('seq')
    .executeTakeFirst()
  if (found) await tx.updateTable('chat_messages').set({ unpaired: null }).where('seq', '=', found.seq).execute()
  return found?.seq
}
