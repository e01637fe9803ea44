import type { Db } from '../db/schema.ts'
import { type QueueServices, queueMail } from './queue.ts'
import { subjectsOfLinks } from './templates/texts.ts'

/** Mails a person their open link, regardless of preferences. The link is put in when the mail is sent. */
export const mailLink = (
  services: QueueServices,
  tx: Db,
  author: { id: string },
  kind: 'invitation' | 'password_link',
  user: { id: string },
) => queueMail(services, tx, author, { kind, subject: subjectsOfLinks[kind], body: '', preference: null }, [user.id])
