import { useState } from 'react'
import { type PreferenceName, preferenceNames, type UserPreferences } from '../../../contract/preferences.ts'

/** By name, by address, or those without one kind of mail first. */
export const sortOrders = ['name', 'email', ...preferenceNames] as const
export type SortOrder = (typeof sortOrders)[number]

const byEmail = new Intl.Collator('es').compare
const isSubscribed = ({ preferences }: UserPreferences, name: PreferenceName) => Number(preferences[name])

/** `users` are sorted by name; ties keep that order. */
function sortUsers(users: UserPreferences[], order: SortOrder) {
  if (order === 'name') return users
  if (order === 'email') return users.toSorted((a, b) => byEmail(a.email, b.email))
  return users.toSorted((a, b) => isSubscribed(a, order) - isSubscribed(b, order))
}

/** The order at the moment of its choice: turning a switch doesn't move its row. */
export function useSort(users: UserPreferences[]) {
  const [chosen, setChosen] = useState<{ order: SortOrder; positions: ReadonlyMap<string, number> }>()
  const positionOf = ({ id }: UserPreferences) => chosen?.positions.get(id) ?? users.length
  return {
    order: chosen?.order ?? 'name',
    choose: (order: SortOrder) =>
      setChosen({ order, positions: new Map(sortUsers(users, order).map(({ id }, position) => [id, position])) }),
    inOrder: (some: UserPreferences[]) => (chosen ? some.toSorted((a, b) => positionOf(a) - positionOf(b)) : some),
  }
}
