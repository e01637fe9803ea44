import type { Delivery, Mail, QueueStatus } from '../../contract/mail.ts'
import { record } from '../audit/rules.ts'
import { mapPage } from '../db/page.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import {
  countDeliveries,
  type DeliveryCursor,
  type DeliveryRow,
  findHold,
  findMail,
  hasQueued,
  listDeliveries,
  type MailRow,
} from './queries.ts'
import { queueMail, requeueFailed, retryAllNow } from './queue.ts'

export const serializeMail = (row: MailRow): Mail => ({ ...row, created_at: toIso(row.created_at) })

const serializeDelivery = (row: DeliveryRow): Delivery => ({
  ...row,
  next_try_at: row.state === 'queued' ? toIso(row.due_at) : null,
  sent_at: row.sent_at === null ? null : toIso(row.sent_at),
})

export async function readQueueStatus({
  readDb,
  settings,
}: Pick<Services, 'readDb' | 'settings'>): Promise<QueueStatus> {
  const counts = await countDeliveries(readDb)
  const hold = await findHold(readDb)
  return {
    is_set: settings.sendsMail,
    ...counts,
    held: hold ? { reason: hold.reason, since: toIso(hold.since), next_try_at: toIso(hold.next_try_at) } : null,
  }
}

export async function readDeliveries(db: Db, mailId: string, limit: number, after: DeliveryCursor | undefined) {
  const mail = (await findMail(db, mailId)) ?? fail('not_found')
  return mapPage(await listDeliveries(db, mail, limit, after), serializeDelivery)
}

export async function retryQueued(services: Services, by: SignedIn) {
  await transaction(services.db, async (tx) => {
    if (!(await hasQueued(tx))) return
    await retryAllNow(services, tx)
    await record(services, tx, by, 'mails_retried')
  })
  return readQueueStatus(services)
}

export const retryFailed = (services: Services, by: SignedIn, id: string) =>
  transaction(services.db, async (tx) => {
    const mail = (await findMail(tx, id)) ?? fail('not_found')
    if (mail.failed === 0) return serializeMail(mail)
    await requeueFailed(services, tx, id)
    await record(services, tx, by, 'mails_retried', { target: mail.subject })
    return serializeMail((await findMail(tx, id)) ?? fail('not_found'))
  })

export const sendTestMail = (services: Services, by: SignedIn) =>
  transaction(services.db, async (tx) => {
    const mail = {
      kind: 'test',
      subject: 'Prueba: así se anuncia un post nuevo',
      body: 'Este correo es una prueba. Si lo lees, los avisos de la comunidad llegan a tu buzón.',
      preference: null,
    } as const
    await queueMail(services, tx, by, mail, [by.id])
    await record(services, tx, by, 'test_mail_sent')
    const message = services.settings.sendsMail
      ? 'Notificación de prueba enviada exitosamente a tu correo'
      : 'Guardado, no enviado: el servidor no tiene cómo enviar correos.'
    return { success: true as const, message }
  })
