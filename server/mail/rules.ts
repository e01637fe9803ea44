import { record } from '../audit/rules.ts'
import { mapPage } from '../db/page.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { countDeliveries, type DeliveryCursor, findHold, findMail, hasQueued, listDeliveries } from './queries.ts'
import { queueMail, requeueFailed, retryAllNow } from './queue.ts'
import { serializeDelivery, serializeMail, serializeQueueStatus } from './serialize.ts'

export const readQueueStatus = async ({ readDb, settings }: Pick<Services, 'readDb' | 'settings'>) =>
  serializeQueueStatus(await countDeliveries(readDb), await findHold(readDb), settings.sendsMail)

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
