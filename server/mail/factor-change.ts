import type { Db } from '../db/schema.ts'
import { type QueueServices, queueMail } from './queue.ts'
import { factorChanges } from './templates/factor-changes.ts'

export type FactorChange = keyof typeof factorChanges

/** Mails a person about a change of their second factors, regardless of preferences. */
export const mailFactorChange = (services: QueueServices, tx: Db, user: { id: string }, change: FactorChange) =>
  queueMail(services, tx, user, { kind: 'security', ...factorChanges[change], preference: null }, [user.id])
