import type { Delivery, Mail, QueueStatus } from '../../contract/mail.ts'
import type { Schema } from '../db/schema.ts'
import { toIso } from '../lib/time.ts'
import type { countDeliveries, DeliveryRow, MailRow } from './queries.ts'

export const serializeMail = ({ created_at, ...row }: MailRow): Mail => ({
  ...row,
  created_at: toIso(created_at),
})

export const serializeDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  name: row.name,
  email: row.email,
  state: row.state,
  attempts: row.attempts,
  reason: row.reason,
  next_try_at: row.state === 'queued' ? toIso(row.due_at) : null,
  sent_at: row.sent_at === null ? null : toIso(row.sent_at),
})

export const serializeQueueStatus = (
  counts: Awaited<ReturnType<typeof countDeliveries>>,
  hold: Schema['mail_holds'] | undefined,
  is_set: boolean,
): QueueStatus => ({
  is_set,
  ...counts,
  held: hold ? { reason: hold.reason, since: toIso(hold.since), next_try_at: toIso(hold.next_try_at) } : null,
})
