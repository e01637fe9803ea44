// Reading positions: the last message that each person has read, on any device.
import type { ChatReading } from '../../../contract/chat.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { markMessagesRead } from '../../notices/rules.ts'
import type { Services } from '../../services.ts'
import { findHead } from '../queries.ts'
import { countOthersBetween, findReading, insertReadings, raiseReading } from './queries.ts'

export async function readReading(db: Db, userId: string): Promise<ChatReading> {
  const seq = (await findReading(db, userId))?.seq ?? 0
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
