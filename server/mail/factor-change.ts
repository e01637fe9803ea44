import type { Db } from '../db/schema.ts'
import type { QueueServices } from './queue.ts'
import { queueSecurityMail } from './queue-security-mail.ts'
import { factorChanges } from './templates/factor-changes.ts'

export type FactorChange = keyof typeof factorChanges

/** Mails a person about a change of their second factors, regardless of preferences. */
export const mailFactorChange = (services: QueueServices, tx: Db, user: { id: string }, change: FactorChange) =>
  queueSecurityMail(services, tx, user, factorChanges[change])
