import { hasPassword } from '../accounts/account-state.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { createDates } from '../lib/dates.ts'
import type { QueueServices } from './queue.ts'
import { queueSecurityMail } from './queue-security-mail.ts'
import { type NewDevice, newDevice, type SignInMeans, signInDisowned } from './templates/new-device.ts'
import { passwordAdded, passwordChanged, sessionsEnded } from './templates/texts.ts'

export type { SignInMeans }

/** Mails a person about their changed or first password, regardless of preferences (SPEC §2, "Account"); `before` is the account as it was. */
export function mailPasswordChange(services: QueueServices, tx: Db, before: Pick<UserRow, 'id' | 'password_hash'>) {
  const texts = hasPassword(before) ? passwordChanged : passwordAdded
  return queueSecurityMail(services, tx, before, texts)
}

/** Mails a person whose sessions an administrator has ended, regardless of preferences. */
export const mailSessionsEnded = (services: QueueServices, tx: Db, user: { id: string }) =>
  queueSecurityMail(services, tx, user, sessionsEnded)

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

/** Mails a person whose sessions and password have been ended by the link of such a mail. */
export const mailSignInDisowned = (services: QueueServices, tx: Db, user: { id: string }) =>
  queueSecurityMail(services, tx, user, signInDisowned)
