import {
  type ChatChanges,
  type ChatMessage,
  type ChatQuote,
  type ChatReading,
  chat,
  type NewChatMessage,
} from '../../contract/chat.ts'
import type { ParsedOf } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { cached } from '../db/cached.ts'
import { nameMentions, withMentionNames } from '../db/mentions/names.ts'
import { readReactions } from '../db/reactions.ts'
import type { Db } from '../db/schema.ts'
import type { MessageTransport } from '../db/schemas/chat.ts'
import { insertOnce, lockRow, transaction } from '../db/transaction.ts'
import { authorize } from '../http/authorize.ts'
import { fail, failField } from '../http/fail.ts'
import { createPageWriter, matchesVersion } from '../http/reply.ts'
import type { SignedIn } from '../http/serve.ts'
import { editMoment, toIso } from '../lib/time.ts'
import { messageExcerpt } from '../markdown/message-excerpt.ts'
import { markMessagesRead } from '../notices/rules.ts'
import type { Services } from '../services.ts'
import { removed, saved } from '../text-effects/saved.ts'
import {
  appendMessage,
  type ChatMessageRow,
  changeMessage,
  countOthersBetween,
  findById,
  findChangesHead,
  findHead,
  findReading,
  findSeq,
  hasOlder,
  insertReadings,
  listChanged,
  listPage,
  lockChat,
  pairMessage,
  raiseReading,
} from './queries.ts'

/** Window in which two equal texts, one per transport and both without `client_id`, are the same message. */
const pairWindowMs = 10_000

/**
 * Stores a message once, for any number of attempts over either transport: the same `client_id` of the same person is
 * the same message, or 409 when its text differs. Committed when the promise resolves.
 */
export async function createMessage(
  services: Services,
  user: SignedIn,
  sent: NewChatMessage,
  transport: MessageTransport,
): Promise<ChatMessage> {
  const { db, disk } = services
  await disk.requireSpaceForText()
  const key = { by: user.id, client_id: sent.client_id }
  const id = await insertOnce(db, 'chat_messages', key, () =>
    transaction(db, (tx) => storeMessage(services, tx, user, sent, transport)),
  )
  const stored = (await findById(db, id)) ?? fail('not_found')
  // an edited or deleted one was sent with another text
  const isChanged = (stored.edited_at ?? stored.deleted_at) !== null
  return isChanged || stored.message === sent.message ? toChatMessage(db, stored) : fail('client_id_taken')
}

/** Returns the id of the message, or of the one that it is paired with. */
async function storeMessage(
  services: Services,
  tx: Db,
  user: SignedIn,
  sent: NewChatMessage,
  transport: MessageTransport,
) {
  const { now, newId } = services
  const { message, client_id = null, reply_to = null } = sent
  const created_at = now()
  if (reply_to !== null && (await findSeq(tx, reply_to)) === undefined)
    failField('reply_to', 'No es un mensaje de este chat')
  if (client_id === null) {
    await lockChat(tx)
    const partnerId = await pairMessage(tx, user.id, message, transport, { at: created_at, windowMs: pairWindowMs })
    if (partnerId !== undefined) return partnerId
  }
  const unpaired = client_id === null ? transport : null
  const row = { id: newId(), author_id: user.id, client_id, message, unpaired, created_at, reply_to }
  await appendMessage(tx, row)
  const quoted = reply_to === null ? undefined : await findById(tx, reply_to)
  const answered = quoted?.deleted_at === null ? quoted : undefined
  await saved(services, tx, user, 'message', { after: { ...row, username: user.name, answered } })
  return row.id
}

const findMessage = async (db: Db, id: string) => {
  const row = await findById(db, id)
  return row && toChatMessage(db, row)
}

/**
 * 403 for somebody else's message, 404 for a deleted one. 412 if `ifMatch` names another version; the version is the moment
 * of the last edit.
 */
export async function editMessage(services: Services, user: SignedIn, id: string, message: string, ifMatch?: string) {
  await services.disk.requireSpaceForText()
  return transaction(services.db, async (tx) => {
    await lockRow(tx, 'chat_messages', id)
    const stored = authorize(user, 'message.edit', await findMessage(tx, id))
    if (stored.deleted_at !== null) fail('not_found')
    // a repeat of an edit whose answer was lost
    if ((await nameMentions(tx, message)) === stored.message) return stored
    const written_at = stored.edited_at ?? stored.created_at
    if (!matchesVersion(ifMatch, Date.parse(written_at))) fail('stale')
    const edited_at = editMoment(written_at, services.now())
    await changeMessage(tx, id, { message, edited_at })
    await saved(services, tx, user, 'message', { before: stored, after: { ...stored, message } })
    return (await findMessage(tx, id)) ?? fail('not_found')
  })
}

/** Empties the message; its place stays. 403 for somebody else's message, for those who aren't administrators. */
export const deleteMessage = (services: Services, user: SignedIn, id: string) =>
  transaction(services.db, async (tx) => {
    await lockRow(tx, 'chat_messages', id)
    const stored = authorize(user, 'message.delete', await findMessage(tx, id))
    if (stored.deleted_at !== null) return
    await changeMessage(tx, id, { message: '', unpaired: null, deleted_at: services.now() })
    await removed(services, tx, user, 'message', stored)
  })

/** So that an answer of long messages stays small. */
const changesBatchSize = 50

/** The messages that changed after `from`; not all of them if there are many. */
export const readChanges = cached(async (db: Db, from: number): Promise<ChatChanges> => {
  // before the messages: later ones are told the next time
  const head = await findChangesHead(db)
  const messages = await serializeChatMessages(db, await listChanged(db, from, changesBatchSize))
  const last = messages.at(-1)?.change ?? 0
  const to = messages.length < changesBatchSize ? Math.max(head, last) : last
  return { from, to, head: Math.max(head, last), messages, quotes: messages.map(quoteOfMessage) }
})

type ListOptions = ParsedOf<typeof chat.list>['query']

const writePage = createPageWriter(chat.list)

/** Messages, oldest first: the newest, those before or around an id, or those after a `seq` (DECISIONS §2, "Chat"). */
export const readMessages = cached(async (db: Db, { limit, before, after, around }: ListOptions) => {
  if (before !== undefined && after !== undefined) failField('after', 'before y after no van juntos')
  if (around !== undefined && (before ?? after) !== undefined)
    failField('around', 'around no va junto con before ni after')
  const changes = await findChangesHead(db)
  const seqOf = async (id: string, field: string) =>
    (await findSeq(db, id)) ?? failField(field, 'No es un mensaje de este chat')
  const rows =
    around !== undefined
      ? await listAround(db, await seqOf(around, 'around'), limit)
      : after !== undefined
        ? await listPage(db, 'after', after, limit)
        : await listPage(db, 'before', before === undefined ? maxSeq : await seqOf(before, 'before'), limit)
  const items = await serializeChatMessages(db, rows)
  const total = await findHead(db)
  const [first, last] = [items[0], items.at(-1)]
  const earlier = first && (await hasOlder(db, first.seq)) ? { before: first.id, around: null } : null
  const later = last && last.seq < total ? { after: `${last.seq}` } : null
  return writePage({ items, total, changes, next: after === undefined ? earlier : later })
})

/** Messages on each side of one: so many are never more than the bytes of a page. */
const maxAroundSide = 30

async function listAround(db: Db, seq: number, limit: number) {
  const earlier = Math.min(Math.floor((limit - 1) / 2), maxAroundSide)
  const later = Math.min(limit - 1 - earlier, maxAroundSide)
  return [...(await listPage(db, 'before', seq, earlier)), ...(await listPage(db, 'after', seq - 1, later + 1))]
}

const maxSeq = Number.MAX_SAFE_INTEGER

/** Reading position: the last message that the person has read, on any device. */
export async function readReading(db: Db, userId: string): Promise<ChatReading> {
  const seq = (await findReading(db, userId)) ?? 0
  const head = await findHead(db)
  return { seq, unread: await countOthersBetween(db, userId, { after: seq, to: head }, limits.maxUnreadCount), head }
}

/** Marks all earlier messages as read for new accounts. */
export async function beginReading(tx: Db, userIds: string[]) {
  const seq = await findHead(tx)
  await insertReadings(
    tx,
    userIds.map((user_id) => ({ user_id, seq })),
  )
}

/** Never lowers the reading position, nor raises it past the newest message. */
export const markRead = (services: Services, user: SignedIn, seq: number): Promise<ChatReading> =>
  transaction(services.db, async (tx) => {
    const to = Math.min(seq, await findHead(tx))
    if (await raiseReading(tx, user.id, to)) {
      await markMessagesRead(services, tx, user.id, to)
      await services.bus.send(tx, { kind: 'reading', id: user.id })
    }
    return readReading(tx, user.id)
  })

const serializeChatMessage = (row: ChatMessageRow): ChatMessage => ({
  id: row.id,
  seq: row.seq,
  author_id: row.author_id,
  username: row.username,
  message: row.message,
  message_type: 'text',
  created_at: toIso(row.created_at),
  client_id: row.client_id,
  reply_to: row.reply_to,
  quote: quoteOf(row),
  edited_at: row.edited_at === null ? null : toIso(row.edited_at),
  deleted_at: row.deleted_at === null ? null : toIso(row.deleted_at),
  change: row.change,
  reactions: readReactions(row.reactions),
})

/** Messages with the present names of those whom they name. */
export const serializeChatMessages = async (db: Db, rows: ChatMessageRow[]): Promise<ChatMessage[]> =>
  (await withMentionNames(db, rows, 'message', 'quoted_text')).map(serializeChatMessage)

/** The same of one row. */
async function toChatMessage(db: Db, row: ChatMessageRow): Promise<ChatMessage> {
  const [message] = await serializeChatMessages(db, [row])
  return message ?? serializeChatMessage(row)
}

function quoteOf(row: ChatMessageRow): ChatQuote | null {
  const { quoted_seq: seq, quoted_name: username, quoted_change: change, quoted_deleted_at: deleted_at } = row
  if (seq === null || username === null || change === null) return null
  return quoteOfMessage({ seq, username, message: row.quoted_text ?? '', deleted_at, change })
}

type Quoted = Pick<ChatMessage, 'seq' | 'username' | 'message' | 'change'> & { deleted_at: string | number | null }

const quoteOfMessage = ({ seq, username, message, deleted_at, change }: Quoted): ChatQuote => ({
  seq,
  username,
  excerpt: deleted_at === null ? messageExcerpt(message) : null,
  change,
})
