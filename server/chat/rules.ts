import type { ChatMessage, ChatReading, NewChatMessage } from '../../contract/chat.ts'
import { limits } from '../../contract/limits.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { isTaken } from '../db/faults.ts'
import type { Page } from '../db/page.ts'
import type { Db, Way } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail, failField } from '../http/fail.ts'
import type { Services } from '../services.ts'
import {
  appendMessage,
  countOthersBetween,
  findByClientId,
  findBySeq,
  findHead,
  findReading,
  findSeq,
  listAfter,
  listBefore,
  lockChat,
  pairMessage,
  raiseReading,
} from './queries.ts'
import { toChatMessage } from './wire.ts'

/** Milliseconds within which the same words by the other way are the same message, where neither has a `client_id`. */
const pairWithin = 10_000

/**
 * Stores what somebody says, once, whichever way it comes by and however often: the same `client_id` of the same person
 * is the same message, 409 with other words. It is committed when this is done.
 */
export async function createMessage(
  services: Services,
  user: SignedIn,
  sent: NewChatMessage,
  way: Way,
): Promise<ChatMessage> {
  try {
    return await transaction(services.db, (tx) => storeMessage({ ...services, db: tx }, user, sent, way))
  } catch (error) {
    if (!sent.client_id || !isTaken(error, 'client_id')) throw error
    const stored = await findByClientId(services.db, user.id, sent.client_id)
    if (stored?.message !== sent.message) fail('client_id_taken')
    return toChatMessage(stored)
  }
}

async function storeMessage({ db: tx, bus, now, newId }: Services, user: SignedIn, sent: NewChatMessage, way: Way) {
  const { message, client_id = null } = sent
  const created_at = now()
  if (client_id === null) {
    await lockChat(tx)
    const partner = await pairMessage(tx, user.id, message, way, { at: created_at, within: pairWithin })
    if (partner !== undefined) return toChatMessage(await findBySeq(tx, partner))
  }
  const unpaired = client_id === null ? way : null
  const row = { id: newId(), author_id: user.id, client_id, message, unpaired, created_at }
  const seq = await appendMessage(tx, row)
  await bus.send(tx, { kind: 'chat' })
  return toChatMessage({ ...row, seq, username: user.name })
}

interface Wanted {
  limit: number
  before?: string | undefined
  after?: number | undefined
}

/** Messages, oldest first: the newest, those before one, or those after a place (DECISIONS §2, "Chat"). */
export async function readMessages({ db }: Services, { limit, before, after }: Wanted): Promise<Page<ChatMessage>> {
  if (before !== undefined && after !== undefined) failField('after', 'before y after no van juntos')
  const place = before === undefined ? undefined : ((await findSeq(db, before)) ?? notHere())
  const rows = after === undefined ? await listBefore(db, place ?? endOfTime, limit) : await listAfter(db, after, limit)
  const items = rows.map(toChatMessage)
  const total = await findHead(db)
  const [first, last] = [items[0], items.at(-1)]
  if (after === undefined) return { items, total, next: first && first.seq > 1 ? { before: first.id } : null }
  return { items, total, next: last && last.seq < total ? { after: `${last.seq}` } : null }
}

const endOfTime = Number.MAX_SAFE_INTEGER
const notHere = () => failField('before', 'No es un mensaje de este chat')

/** How far somebody has read, and how much of others came after that. */
export async function readReading(db: Db, userId: string): Promise<ChatReading> {
  const seq = (await findReading(db, userId))?.seq ?? 0
  const head = await findHead(db)
  return { seq, unread: await countOthersBetween(db, userId, { after: seq, to: head }, limits.unreadCounted), head }
}

/** What was said before somebody came isn't news to them. */
export const beginReading = async (tx: Db, userId: string) => raiseReading(tx, userId, await findHead(tx))

/** Nobody reads further than there is; and never back. */
export const markRead = ({ db, bus }: Services, user: SignedIn, seq: number): Promise<ChatReading> =>
  transaction(db, async (tx) => {
    const to = Math.min(seq, await findHead(tx))
    if (await raiseReading(tx, user.id, to)) await bus.send(tx, { kind: 'reading', id: user.id })
    return readReading(tx, user.id)
  })
