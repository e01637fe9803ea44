import type { Db } from '../db/schema.ts'
import { type QueueServices, queueMail } from './queue.ts'
import { subjectsOfLinks } from './templates/texts.ts'

/** Mails people their open links, regardless of preferences. The link is put in when the mail is sent. */
export const mailLink = (
  services: QueueServices,
  tx: Db,
  author: { id: string },
  kind: 'invitation' | 'password_link',
  userIds: string[],
) => queueMail(services, tx, author, { kind, subject: subjectsOfLinks[kind], body: '', preference: null }, userIds)
