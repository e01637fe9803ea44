import type { Db } from '../db/schema.ts'
import { passwordChanged } from './letters.ts'
import { type Queueing, queueMail } from './outbox.ts'

/** Tells somebody that their password was changed, whatever mails they want (SPEC §2, "Account"). */
export const mailPasswordChange = (services: Queueing, tx: Db, user: { id: string }) =>
  queueMail(services, tx, user, { kind: 'security', ...passwordChanged, preference: null }, [user.id])
