import type { Db } from '../db/schema.ts'
import { type QueueServices, queueMail } from './queue.ts'
import { passwordChanged, sessionsEnded } from './templates/texts.ts'

/** Mails a person about their changed password, regardless of preferences (SPEC §2, "Account"). */
export const mailPasswordChange = (services: QueueServices, tx: Db, user: { id: string }) =>
  queueMail(services, tx, user, { kind: 'security', ...passwordChanged, preference: null }, [user.id])

/** Mails a person whose sessions an administrator has ended, regardless of preferences. */
export const mailSessionsEnded = (services: QueueServices, tx: Db, user: { id: string }) =>
  queueMail(services, tx, user, { kind: 'security', ...sessionsEnded, preference: null }, [user.id])
