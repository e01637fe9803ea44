import {
  type Delivery,
  type EmailPreferences,
  type Mail,
  type PreferenceChanges,
  type PreferenceName,
  preferenceNames,
} from '../../contract/notifications.ts'
import type { UserRow } from '../db/schema.ts'
import type { DeliveryRow, MailRow } from './queries.ts'

const fromNames = <T>(of: (name: PreferenceName) => T) =>
  Object.fromEntries(preferenceNames.map((name) => [name, of(name)])) as Record<PreferenceName, T>

export const toPreferences = (row: Pick<UserRow, PreferenceName>): EmailPreferences =>
  fromNames((name) => row[name] === 1)

/** The columns that a choice changes. */
export const toColumns = (changes: PreferenceChanges): Partial<Record<PreferenceName, number>> =>
  Object.fromEntries(
    preferenceNames.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name] ? 1 : 0]])),
  )

const moment = (at: number) => new Date(Number(at)).toISOString()

export const toMail = ({ created_at, ...row }: MailRow): Mail => ({ ...row, created_at: moment(created_at) })

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  name: row.name,
  email: row.email,
  state: row.state,
  attempts: row.attempts,
  reason: row.reason,
  next_try_at: row.state === 'queued' ? moment(row.due_at) : null,
  sent_at: row.sent_at === null ? null : moment(row.sent_at),
})
