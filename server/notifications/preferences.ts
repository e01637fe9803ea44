import {
  type BulkUpdate,
  type PreferenceChanges,
  type PreferenceName,
  preferenceNames,
} from '../../contract/notifications.ts'
import { record } from '../audit/record.ts'
import type { SignedIn } from '../auth/sessions.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail, failField } from '../http/fail.ts'
import type { Services } from '../services.ts'
import { lockUser } from '../users/queries.ts'
import { countOthers, findPreferences, listPreferences, setPreferences } from './queries.ts'
import { toColumns, toPreferences } from './wire.ts'

export const readPreferences = async (db: Db, id: string) =>
  toPreferences((await findPreferences(db, id)) ?? fail('not_found'))

/** Changes what somebody chose for themselves. */
export async function updatePreferences({ db }: Services, user: SignedIn, changes: PreferenceChanges) {
  await setPreferences(db, [user.id], toColumns(changes))
  return readPreferences(db, user.id)
}

export const readAllPreferences = async (db: Db) => ({
  users: (await listPreferences(db)).map((row) => ({
    ...{ id: row.id, name: row.name, email: row.email, role: row.role },
    is_active: row.deactivated_at === null,
    preferences: toPreferences(row),
  })),
})

const names: Record<PreferenceName, string> = {
  new_posts: 'posts nuevos',
  admin_notifications: 'avisos',
  comment_replies: 'respuestas',
  weekly_digest: 'resumen semanal',
}
const described = (changes: PreferenceChanges) =>
  preferenceNames
    .flatMap((name) => (changes[name] === undefined ? [] : [`${names[name]}: ${changes[name] ? 'sí' : 'no'}`]))
    .join(', ')

/** Changes for somebody else which mails they get (admins). */
export const updateUserPreferences = (services: Services, by: SignedIn, id: string, changes: PreferenceChanges) =>
  transaction(services.db, async (tx) => {
    const before = (await lockUser(tx, id)) ?? fail('not_found')
    const { name } = before
    const columns = toColumns(changes)
    if (preferenceNames.some((wanted) => (columns[wanted] ?? before[wanted]) !== before[wanted])) {
      await setPreferences(tx, [id], columns)
      await record(services, tx, by, 'preferences_updated', { target: name, detail: described(changes) })
    }
    return { user_name: name, preferences: await readPreferences(tx, id) }
  })

/** The same for several: all of them or none, where one isn't known. */
export const updatePreferencesOf = (services: Services, by: SignedIn, { user_ids, preferences }: BulkUpdate) =>
  transaction(services.db, async (tx) => {
    const ids = [...new Set(user_ids)]
    const columns = toColumns(preferences)
    const changed = await countOthers(tx, ids, columns)
    const updated_count = await setPreferences(tx, ids, columns)
    if (updated_count < ids.length) failField('user_ids', 'Alguno de esos usuarios no existe')
    if (changed === 0) return { updated_count }
    const detail = `${updated_count} ${updated_count === 1 ? 'usuario' : 'usuarios'}: ${described(preferences)}`
    await record(services, tx, by, 'preferences_updated', { detail })
    return { updated_count }
  })
