import type { Db } from '../db/schema.ts'
import { type QueueServices, queueMail } from './queue.ts'
import { queueSecurityMail } from './queue-security-mail.ts'
import { emailChanged, linkHandedOver } from './templates/texts.ts'

/** Mails the address that an account had, regardless of preferences. */
export const mailFormerAddress = (services: QueueServices, tx: Db, before: { id: string; email: string }) =>
  queueMail(services, tx, before, { kind: 'security', ...emailChanged, email: before.email, preference: null }, [
    before.id,
  ])

/** Mails a person about a link that somebody else made for them, without the link. */
export const mailLinkHandedOver = (services: QueueServices, tx: Db, user: { id: string }) =>
  queueSecurityMail(services, tx, user, linkHandedOver)
