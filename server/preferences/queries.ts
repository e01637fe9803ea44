import { sql } from 'kysely'
import { type PreferenceName, preferenceNames } from '../../contract/preferences.ts'
import { accounts, activeAccounts } from '../accounts/queries.ts'
import { countAll, countChanges, countRows, listValues } from '../db/count.ts'
import type { Db } from '../db/schema.ts'

export const findPreferences = (db: Db, id: string) =>
  accounts(db).select(preferenceNames).where('id', '=', id).executeTakeFirst()

export const listPreferences = (db: Db) =>
  accounts(db)
    .select(['id', 'name', 'email', 'role', 'deactivated_at'])
    .select(preferenceNames)
    .orderBy('name_key')
    .execute()

/** Count of these accounts that an update would change. */
export const countChanged = (db: Db, ids: string[], columns: Partial<Record<PreferenceName, number>>) =>
  countRows(
    accounts(db)
      .where('id', 'in', ids)
      .where((user) =>
        user.or(
          preferenceNames.flatMap((name) => (name in columns ? [user(name, '!=', columns[name] as number)] : [])),
        ),
      ),
  )

/** Returns the count of these accounts that exist. */
export const setPreferences = (db: Db, ids: string[], columns: Partial<Record<PreferenceName, number>>) =>
  countChanges(db.updateTable('users').set(columns).where('id', 'in', ids).where('deleted_at', 'is', null))

/** Active people with this preference, by name; all active people without one. */
const recipients = (db: Db, preference: PreferenceName | null) =>
  activeAccounts(db)
    .$if(preference !== null, (query) => query.where(preference as PreferenceName, '=', 1))
    .orderBy('name_key')

interface Excepted {
  userId?: string
  /** Only people who have a delivery of this mail. */
  mailId?: string
}

/** Recipients of a mail (DECISIONS §2, "Notifications"). */
export const listRecipientIds = (db: Db, preference: PreferenceName | null, { userId, mailId }: Excepted = {}) =>
  listValues(
    recipients(db, preference)
      .select('id')
      .$if(userId !== undefined, (query) => query.where('id', '!=', userId as string))
      .$if(mailId !== undefined, (query) =>
        query.where('id', 'not in', (from) =>
          from
            .selectFrom('deliveries')
            .select('user_id')
            .where('mail_id', '=', mailId as string),
        ),
      ),
  )

export const listRecipients = (db: Db, preference: PreferenceName | null) =>
  recipients(db, preference).select(['id', 'name', 'email', 'admin_notifications']).execute()

/** Counts of active people, and of those with broadcasts turned on. */
export function countRecipients(db: Db) {
  return activeAccounts(db)
    .select([countAll.as('total'), sql<number>`coalesce(sum(admin_notifications), 0)`.as('subscribed')])
    .executeTakeFirstOrThrow()
}
