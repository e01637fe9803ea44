// Mails about the own account, which are sent regardless of preferences.
import { limits } from '../../contract/limits.ts'
import type { MailKind } from '../../contract/mail.ts'
import { hasPassword } from '../accounts/account-state.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { createDates } from '../lib/dates.ts'
import { deleteUnsentMail, findLastMailTo } from './queries.ts'
import { type QueueServices, queueMail } from './queue.ts'
import { emailChanged, type NewDevice, newDevice, type SignInMeans, securityEvents } from './templates/security.ts'
import { subjectsOfLinks } from './templates/texts.ts'

export type { SignInMeans }

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
async function queueSecurityMail(
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

export type SecurityEvent = keyof typeof securityEvents

/** Mails a person about an event of their account, such as a new factor. */
export const mailSecurityEvent = (services: QueueServices, tx: Db, user: { id: string }, event: SecurityEvent) =>
  queueSecurityMail(services, tx, user, securityEvents[event])

/** Mails a person about their changed or first password (SPEC §2, "Account"); `before` is the account as it was. */
export const mailPasswordChange = (services: QueueServices, tx: Db, before: Pick<UserRow, 'id' | 'password_hash'>) =>
  mailSecurityEvent(services, tx, before, hasPassword(before) ? 'password_changed' : 'password_added')

/** Mails a person about a sign-in on a device that they never used, with the link of their alarm. */
export const mailNewDevice = (
  services: QueueServices & { settings: { timeZone: string } },
  tx: Db,
  user: { id: string },
  device: NewDevice,
) => {
  const texts = newDevice(createDates(services.settings.timeZone), device)
  return queueSecurityMail(services, tx, user, texts, 'new_device')
}

/** Mails the address that an account had. */
export const mailFormerAddress = (services: QueueServices, tx: Db, before: { id: string; email: string }) =>
  queueMail(services, tx, before, { kind: 'security', ...emailChanged, email: before.email, preference: null }, [
    before.id,
  ])

/** Mails people their open links. The link is put in when the mail is sent. */
export const mailLink = (
  services: QueueServices,
  tx: Db,
  author: { id: string },
  kind: 'invitation' | 'password_link',
  userIds: string[],
) => queueMail(services, tx, author, { kind, subject: subjectsOfLinks[kind], body: '', preference: null }, userIds)
