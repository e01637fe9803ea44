import type { Outbox } from '../../contract/notifications.ts'
import { record } from '../audit/record.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { mapPage, pageOf } from '../db/page.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import { retryFailed, tryAgainNow } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import {
  countAll,
  countDeliveries,
  type DeliveryPlace,
  findHold,
  findMail,
  listDeliveries,
  listMails,
} from './queries.ts'
import { toDelivery, toMail } from './wire.ts'

const moment = (at: number) => new Date(Number(at)).toISOString()

export async function readOutbox(db: Db): Promise<Outbox> {
  const hold = await findHold(db)
  const held = hold && {
    reason: hold.reason,
    since: moment(hold.since),
    next_try_at: moment(hold.next_try_at),
  }
  return { ...(await countDeliveries(db)), held: held ?? null }
}

export async function readMails(db: Db, limit: number, before: string | undefined) {
  const { rows, total } = await listMails(db, limit, before)
  return mapPage(
    pageOf(rows, limit, total, ({ id }) => [id]),
    toMail,
  )
}

export async function readDeliveries(db: Db, mailId: string, limit: number, after: DeliveryPlace | undefined) {
  const total = countAll((await findMail(db, mailId)) ?? fail('not_found'))
  const rows = await listDeliveries(db, mailId, limit, after)
  const page = pageOf(rows, limit, total, (row) => [Number(row.rank), row.name_key, row.id])
  return mapPage(page, toDelivery)
}

/** Has the worker try everything that waits at once. */
export async function sendWaiting(services: Services, by: SignedIn) {
  await transaction(services.db, async (tx) => {
    const { queued } = await countDeliveries(tx)
    if (queued === 0) return
    await tryAgainNow(services, tx)
    await record(services, tx, by, 'mails_retried')
  })
  return readOutbox(services.db)
}

/** Queues again what failed of a mail. */
export const sendFailed = (services: Services, by: SignedIn, id: string) =>
  transaction(services.db, async (tx) => {
    const mail = (await findMail(tx, id)) ?? fail('not_found')
    const { subject } = mail
    if (mail.failed === 0) return toMail(mail)
    await retryFailed(services, tx, id)
    await record(services, tx, by, 'mails_retried', { target: subject })
    return toMail((await findMail(tx, id)) ?? fail('not_found'))
  })
