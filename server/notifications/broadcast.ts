import type { Broadcast } from '../../contract/notifications.ts'
import { record } from '../audit/record.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { isTaken } from '../db/faults.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { countRecipients, findByClientId, listRecipientIds, listRecipients } from './queries.ts'

/** The preference that broadcasts go by; none where they go to everybody. */
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

/** SPEC §8, "Notifications". */
const answer = (sent_count: number) => ({
  success: true as const,
  sent_count,
  message: `Notificación enviada exitosamente a ${sent_count} usuarios`,
})

/** What an author's broadcast of that name was answered with; 409 where its words are others. */
async function answerAgain(
  { db }: Services,
  by: SignedIn,
  { subject, message, include_unsubscribed, client_id }: Broadcast,
) {
  const first = client_id ? await findByClientId(db, by.id, client_id) : undefined
  if (!first) return undefined
  const isSame = first.subject === subject && first.body === message
  if (!isSame || first.preference !== preferenceOf(include_unsubscribed)) fail('client_id_taken')
  return answer(first.count)
}

/**
 * Queues a broadcast. With a `client_id` that was used before it is the one of then; 409 where its words are others.
 * `take` refuses one too many; one that is sent again isn't one more.
 */
export async function sendBroadcast(services: Services, by: SignedIn, broadcast: Broadcast, take: () => void) {
  const { subject, message, include_unsubscribed, client_id = null } = broadcast
  const preference = preferenceOf(include_unsubscribed)
  const before = await answerAgain(services, by, broadcast)
  if (before) return before
  take()
  try {
    return await transaction(services.db, async (tx) => {
      const recipients = await listRecipientIds(tx, preference)
      const mail = { kind: 'broadcast', subject, body: message, preference, client_id } as const
      await queueMail(services, tx, by, mail, recipients)
      const detail = `${recipients.length} destinatarios${include_unsubscribed ? ', también quienes no están suscritos' : ''}`
      await record(services, tx, by, 'broadcast_sent', { target: subject, detail })
      return answer(recipients.length)
    })
  } catch (error) {
    // sent twice at one moment
    if (!isTaken(error, 'client_id')) throw error
    return (await answerAgain(services, by, broadcast)) ?? fail('client_id_taken')
  }
}

/** Mails the caller what the mail of a new post looks like. */
export const sendTest = (services: Services, by: SignedIn) =>
  transaction(services.db, async (tx) => {
    const mail = {
      kind: 'test',
      subject: 'Prueba: así se anuncia un post nuevo',
      body: 'Este correo es una prueba. Si lo lees, los avisos de la comunidad llegan a tu buzón.',
      preference: null,
    } as const
    await queueMail(services, tx, by, mail, [by.id])
    await record(services, tx, by, 'test_mail_sent')
    return { success: true as const, message: 'Notificación de prueba enviada exitosamente a tu correo' }
  })
