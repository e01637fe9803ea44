import { limits } from '../../contract/limits.ts'
import type { MailKind } from '../../contract/mail.ts'
import type { Db } from '../db/schema.ts'
import { deleteUnsentMail, findLastMailTo } from './queries.ts'
import { type QueueServices, queueMail } from './queue.ts'

const { batchWindowMs, maxLength } = limits.securityMails
const moreOften = 'Desde entonces ha pasado más veces.'

/** The text for several events: of each one, as long as there is room. */
function mergeBodies(before: string, body: string) {
  if (before.endsWith(moreOften)) return before
  const isNew = !before.includes(body) && before.length + body.length <= maxLength
  return `${before}\n\n${isNew ? body : moreOften}`
}

/**
 * Mails a person about their own account, regardless of preferences. Within ten minutes of another mail with this
 * subject it waits, and is one with all that follow.
 */
export async function queueSecurityMail(
  services: QueueServices,
  tx: Db,
  { id }: { id: string },
  { subject, body }: { subject: string; body: string },
  kind: MailKind = 'security',
) {
  const now = services.now()
  const last = await findLastMailTo(tx, id, kind, subject, now - batchWindowMs)
  const waits = last?.state === 'queued' && last.attempts === 0
  // another mail, not a change of that one: a link that was made since then is for later mails only
  if (waits) await deleteUnsentMail(tx, last.id)
  const mail = { kind, subject, body: waits ? mergeBodies(last.body, body) : body, preference: null }
  const dueAt = last ? Math.min(last.due_at + (waits ? 0 : batchWindowMs), now + batchWindowMs) : now
  return queueMail(services, tx, { id }, mail, [id], dueAt)
}
