import {
  type EmailPreferences,
  type PreferenceChanges,
  type PreferenceName,
  preferenceNames,
  type UserPreferences,
} from '../../contract/notifications.ts'
import { fold } from '../ui/fold.ts'

/** A list that is looked through at every key: folded once. */
export const indexOf = (users: UserPreferences[]) =>
  users.map((user) => ({ user, words: fold(`${user.name} ${user.email}`) }))

/** Those in whose name or address every word stands. */
export function matching(index: ReturnType<typeof indexOf>, filter: string) {
  const words = fold(filter).split(/\s+/).filter(Boolean)
  return index.filter((entry) => words.every((word) => entry.words.includes(word))).map(({ user }) => user)
}

/** How many want each kind of mail. */
export const totalsOf = (users: UserPreferences[]) =>
  preferenceNames.map((name) => ({ name, count: users.filter(({ preferences }) => preferences[name]).length }))

export type Choice = '' | 'on' | 'off'
export type Choices = Record<PreferenceName, Choice>

export const noChoices: Choices = { new_posts: '', admin_notifications: '', comment_replies: '', weekly_digest: '' }

/** What the selects of the bulk panel ask for. */
export const changesOf = (choices: Choices): PreferenceChanges =>
  Object.fromEntries(preferenceNames.flatMap((name) => (choices[name] ? [[name, choices[name] === 'on']] : [])))

/** Other rows stay the same objects, so that they aren't drawn again. */
export const withPreferences = (users: UserPreferences[], ids: ReadonlySet<string>, changes: PreferenceChanges) =>
  users.map((user) => {
    if (!ids.has(user.id)) return user
    return { ...user, preferences: { ...user.preferences, ...changes } as EmailPreferences }
  })
