import {
  type EmailPreferences,
  type PreferenceChanges,
  type PreferenceName,
  preferenceNames,
  type UserPreferences,
} from '../../contract/preferences.ts'
import type { UserRow } from '../db/schema.ts'
import type { listPreferences } from './queries.ts'

export const serializePreferences = (row: Pick<UserRow, PreferenceName>): EmailPreferences => ({
  new_posts: row.new_posts === 1,
  admin_notifications: row.admin_notifications === 1,
  comment_replies: row.comment_replies === 1,
  weekly_digest: row.weekly_digest === 1,
})

export const serializeUserPreferences = (
  row: Awaited<ReturnType<typeof listPreferences>>[number],
): UserPreferences => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  is_active: row.deactivated_at === null,
  preferences: serializePreferences(row),
})

export const toColumns = (changes: PreferenceChanges): Partial<Record<PreferenceName, number>> =>
  Object.fromEntries(
    preferenceNames.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name] ? 1 : 0]])),
  )
