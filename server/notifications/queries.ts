import type { PreferenceName } from '../../contract/notifications.ts'
import type { Db } from '../db/schema.ts'

/** Active people by name: those who want this kind of mail, or all. */
const active = (db: Db, preference: PreferenceName | null) =>
  db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .where('deactivated_at', 'is', null)
    .$if(preference !== null, (query) => query.where(preference as PreferenceName, '=', 1))
    .orderBy('name_key')

/** Whom a mail of this kind goes to (DECISIONS §2, "Notifications"), but for one. */
export const listRecipientIds = async (db: Db, preference: PreferenceName | null, but?: string) =>
  (
    await active(db, preference)
      .select('id')
      .$if(but !== undefined, (query) => query.where('id', '!=', but as string))
      .execute()
  ).map(({ id }) => id)
