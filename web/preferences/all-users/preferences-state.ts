import {
  type EmailPreferences,
  type PreferenceChanges,
  type PreferenceName,
  preferenceNames,
  type UserPreferences,
} from '../../../contract/preferences.ts'
import { matcherOf, searchable } from '../../ui/format/search-text.ts'

/** Search texts, normalized once instead of at every key press. */
export const searchIndex = (users: UserPreferences[]) =>
  users.map((user) => ({ user, text: searchable(`${user.name} ${user.email}`) }))

export function searchUsers(index: ReturnType<typeof searchIndex>, filter: string) {
  const matches = matcherOf(filter)
  return index.filter(({ text }) => matches(text)).map(({ user }) => user)
}

export const totalsOf = (users: UserPreferences[]) =>
  preferenceNames.map((name) => ({ name, count: users.filter(({ preferences }) => preferences[name]).length }))

export type Choice = '' | 'on' | 'off'
type Choices = Record<PreferenceName, Choice>

export const noChoices: Choices = { new_posts: '', admin_notifications: '', comment_replies: '', weekly_digest: '' }

export const changesOf = (choices: Choices): PreferenceChanges =>
  Object.fromEntries(preferenceNames.flatMap((name) => (choices[name] ? [[name, choices[name] === 'on']] : [])))

/** Other rows stay the same objects and aren't rendered again. */
export const withPreferences = (users: UserPreferences[], ids: ReadonlySet<string>, changes: PreferenceChanges) =>
  users.map((user) => {
    if (!ids.has(user.id)) return user
    return { ...user, preferences: { ...user.preferences, ...changes } as EmailPreferences }
  })
