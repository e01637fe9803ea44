import type { Broadcast } from '../../contract/broadcasts.ts'
import { record } from '../audit/rules.ts'
import { isTaken } from '../db/errors.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { findMailByClientId } from '../mail/queries.ts'
import { queueMail } from '../mail/queue.ts'
import { addNotices } from '../notices/rules.ts'
import { countRecipients, listRecipientIds, listRecipients } from '../preferences/queries.ts'
import type { Services } from '../services.ts'

/** Preference required of recipients; null if unsubscribed people get the broadcast too. */
const preferenceOf = (includesUnsubscribed: boolean) => (includesUnsubscribed ? null : 'admin_notifications')

export async function readRecipients(db: Db, includesUnsubscribed: boolean) {
  const users = await listRecipients(db, preferenceOf(includesUnsubscribed))
  const { total, subscribed } = await countRecipients(db)
  return {
    subscribed_count: subscribed,
    total_users: total,
    users: users.map(({ admin_notifications, ...user }) => ({ ...user, subscribed: admin_notifications === 1 })),
  }
}

/** SPEC §8, "Notifications"; without a mail server the people have their notice only. */
const answer = ({ settings }: Services, sent_count: number) => ({
  success: true as const,
  sent_count,
  message: settings.sendsMail
    ? `Notificación enviada exitosamente a ${sent_count} usuarios`
    : 'Guardado, no enviado: sin servidor de correo, el mensaje queda solo en los avisos de Alejandría.',
})

/** Answer to the admin's earlier broadcast with this `client_id`; 409 if its content was different. */
async function answerToRepeat(
  services: Services,
  by: SignedIn,
  { subject, message, include_unsubscribed, client_id }: Broadcast,
) {
  const first = client_id ? await findMailByClientId(services.db, by.id, client_id) : undefined
  if (!first) return undefined
  const isSame = first.subject === subject && first.body === message
  if (!isSame || first.preference !== preferenceOf(include_unsubscribed)) fail('client_id_taken')
  return answer(services, first.recipients)
}

/**
 * Queues a broadcast. Idempotent by `client_id`: a repeat returns the first result without calling `takeMail`, which
 * enforces the limit; the same id with another content is 409.
 */
export async function sendBroadcast(services: Services, by: SignedIn, broadcast: Broadcast, takeMail: () => void) {
  const { subject, message, include_unsubscribed, client_id = null } = broadcast
  const preference = preferenceOf(include_unsubscribed)
  const repeated = await answerToRepeat(services, by, broadcast)
  if (repeated) return repeated
  await services.disk.requireSpaceForText()
  takeMail()
  try {
    return await transaction(services.db, async (tx) => {
      const recipients = await listRecipientIds(tx, preference)
      const mail = { kind: 'broadcast', subject, body: message, preference, client_id } as const
      const { id } = await queueMail(services, tx, by, mail, recipients)
      await addNotices(services, tx, {
        kind: 'broadcast',
        to: recipients,
        actor_id: by.id,
        cause_id: id,
        subject: { kind: 'broadcast', id },
      })
      const detail = `${recipients.length} destinatarios${include_unsubscribed ? ', también quienes no están suscritos' : ''}`
      await record(services, tx, by, 'broadcast_sent', { target: subject, detail })
      return answer(services, recipients.length)
    })
  } catch (error) {
    // two requests with the same id at the same time
    if (!isTaken(error, 'client_id')) throw error
    return (await answerToRepeat(services, by, broadcast)) ?? fail('client_id_taken')
  }
}
