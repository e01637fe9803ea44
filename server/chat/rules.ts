import type { ChatMessage, NewChatMessage } from '../../contract/chat.ts'
import type { SignedIn } from '../auth/signed-in.ts'
import { isTaken } from '../db/errors.ts'
import { mapItems, type Page } from '../db/page.ts'
import type { Db, MessageTransport } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail, failField } from '../http/fail.ts'
import { indexDocument } from '../search/documents.ts'
import type { Services } from '../services.ts'
import {
  appendMessage,
  findByClientId,
  findBySeq,
  findHead,
  findSeq,
  listPage,
  lockChat,
  pairMessage,
} from './queries.ts'
import { serializeChatMessage } from './serialize.ts'

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
  await services.disk.requireSpaceForText()
  try {
    return await transaction(services.db, (tx) => storeMessage({ ...services, db: tx }, user, sent, transport))
  } catch (error) {
    if (!sent.client_id || !isTaken(error, 'client_id')) throw error
    const stored = await findByClientId(services.db, user.id, sent.client_id)
    if (stored?.message !== sent.message) fail('client_id_taken')
    return serializeChatMessage(stored)
  }
}

async function storeMessage(
  { db: tx, bus, now, newId }: Services,
  user: SignedIn,
  sent: NewChatMessage,
  transport: MessageTransport,
) {
  const { message, client_id = null } = sent
  const created_at = now()
  if (client_id === null) {
    await lockChat(tx)
    const partner = await pairMessage(tx, user.id, message, transport, { at: created_at, windowMs: pairWindowMs })
    if (partner !== undefined) return serializeChatMessage(await findBySeq(tx, partner))
  }
  const unpaired = client_id === null ? transport : null
  const row = { id: newId(), author_id: user.id, client_id, message, unpaired, created_at }
  const seq = await appendMessage(tx, row)
  await indexDocument(tx, 'message', row.id)
  await bus.send(tx, { kind: 'chat' })
  return serializeChatMessage({ ...row, seq, username: user.name })
}

interface ListOptions {
  limit: number
  before?: string | undefined
  after?: number | undefined
  around?: string | undefined
}

/** Messages, oldest first: the newest, those before or around an id, or those after a `seq` (DECISIONS §2, "Chat"). */
export async function readMessages(
  { db }: Services,
  { limit, before, after, around }: ListOptions,
): Promise<Page<ChatMessage>> {
  if (before !== undefined && after !== undefined) failField('after', 'before y after no van juntos')
  if (around !== undefined && (before ?? after) !== undefined)
    failField('around', 'around no va junto con before ni after')
  const seqOf = async (id: string, field: string) =>
    (await findSeq(db, id)) ?? failField(field, 'No es un mensaje de este chat')
  const rows =
    around !== undefined
      ? await listAround(db, await seqOf(around, 'around'), limit)
      : after !== undefined
        ? await listPage(db, 'after', after, limit)
        : await listPage(db, 'before', before === undefined ? maxSeq : await seqOf(before, 'before'), limit)
  const items = mapItems(rows, serializeChatMessage)
  const total = await findHead(db)
  const [first, last] = [items[0], items.at(-1)]
  if (after === undefined)
    return { items, total, next: first && first.seq > 1 ? { before: first.id, around: null } : null }
  return { items, total, next: last && last.seq < total ? { after: `${last.seq}` } : null }
}

/** Messages on each side of one: so many are never more than the bytes of a page. */
const maxAroundSide = 30

async function listAround(db: Db, seq: number, limit: number) {
  const earlier = Math.min(Math.floor((limit - 1) / 2), maxAroundSide)
  const later = Math.min(limit - 1 - earlier, maxAroundSide)
  return [...(await listPage(db, 'before', seq, earlier)), ...(await listPage(db, 'after', seq - 1, later + 1))]
}

const maxSeq = Number.MAX_SAFE_INTEGER
