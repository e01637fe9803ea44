import {
  type BulkUpdate,
  type PreferenceChanges,
  type PreferenceName,
  preferenceNames,
} from '../../contract/preferences.ts'
import { lockUser } from '../accounts/queries.ts'
import { serializePreferences } from '../accounts/serialize.ts'
import { record } from '../audit/rules.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail, failField } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { countChanged, findPreferences, listPreferences, setPreferences } from './queries.ts'

const toColumns = (changes: PreferenceChanges): Partial<Record<PreferenceName, number>> =>
  Object.fromEntries(
    preferenceNames.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name] ? 1 : 0]])),
  )

export const readPreferences = async (db: Db, id: string) =>
  serializePreferences((await findPreferences(db, id)) ?? fail('not_found'))

export async function updatePreferences({ db }: Services, user: SignedIn, changes: PreferenceChanges) {
  await setPreferences(db, [user.id], toColumns(changes))
  return readPreferences(db, user.id)
}

export const readAllPreferences = async (db: Db) => ({
  users: (await listPreferences(db)).map((row) => ({
    ...row,
    is_active: row.deactivated_at === null,
    preferences: serializePreferences(row),
  })),
})

const labels: Record<PreferenceName, string> = {
  new_posts: 'posts nuevos',
  admin_notifications: 'avisos',
  comment_replies: 'respuestas',
  weekly_digest: 'resumen semanal',
}
const describeChanges = (changes: PreferenceChanges) =>
  preferenceNames
    .flatMap((name) => (changes[name] === undefined ? [] : [`${labels[name]}: ${changes[name] ? 'sí' : 'no'}`]))
    .join(', ')

/** An admin's change for somebody else; recorded if it has an effect. */
export const updatePreferencesOfUser = (services: Services, by: SignedIn, id: string, changes: PreferenceChanges) =>
  transaction(services.db, async (tx) => {
    const before = (await lockUser(tx, id)) ?? fail('not_found')
    const columns = toColumns(changes)
    if (preferenceNames.some((name) => (columns[name] ?? before[name]) !== before[name])) {
      await setPreferences(tx, [id], columns)
      const detail = describeChanges(changes)
      await record(services, tx, by, 'preferences_updated', { target: before.name, detail })
    }
    return { user_name: before.name, preferences: await readPreferences(tx, id) }
  })

/** Changes all accounts, or none if one of them doesn't exist. */
export const bulkUpdatePreferences = (services: Services, by: SignedIn, { user_ids, preferences }: BulkUpdate) =>
  transaction(services.db, async (tx) => {
    const ids = [...new Set(user_ids)]
    const columns = toColumns(preferences)
    const changed = await countChanged(tx, ids, columns)
    const updated_count = await setPreferences(tx, ids, columns)
    if (updated_count < ids.length) failField('user_ids', 'Alguno de esos usuarios no existe')
    if (changed === 0) return { updated_count }
    const users = updated_count === 1 ? 'usuario' : 'usuarios'
    const detail = `${updated_count} ${users}: ${describeChanges(preferences)}`
    await record(services, tx, by, 'preferences_updated', { detail })
    return { updated_count }
  })
