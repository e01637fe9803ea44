import { useState } from 'react'
import { type PreferenceName, preferenceNames, type UserPreferences } from '../../contract/notifications.ts'

/** By name, as they come, by address, or whoever doesn't want one kind of mail first. */
export const orders = ['name', 'email', ...preferenceNames] as const
export type Order = (typeof orders)[number]

const byEmail = new Intl.Collator('es').compare
const wants = ({ preferences }: UserPreferences, name: PreferenceName) => Number(preferences[name])

/** `users` come by name; ties stay so. */
export function sorted(users: UserPreferences[], order: Order) {
  if (order === 'name') return users
  if (order === 'email') return users.toSorted((a, b) => byEmail(a.email, b.email))
  return users.toSorted((a, b) => wants(a, order) - wants(b, order))
}

/** The order that was chosen, as it was then: a switch that is turned doesn't carry its row away. */
export function useOrder(users: UserPreferences[]) {
  const [chosen, setChosen] = useState<{ order: Order; places: ReadonlyMap<string, number> }>()
  const placeOf = ({ id }: UserPreferences) => chosen?.places.get(id) ?? users.length
  return {
    order: chosen?.order ?? 'name',
    choose: (order: Order) =>
      setChosen({ order, places: new Map(sorted(users, order).map(({ id }, place) => [id, place])) }),
    inOrder: (some: UserPreferences[]) => (chosen ? some.toSorted((a, b) => placeOf(a) - placeOf(b)) : some),
  }
}
