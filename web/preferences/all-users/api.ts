import { type QueryClient, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type BulkUpdate,
  type EmailPreferences,
  type PreferenceChanges,
  type PreferenceName,
  preferences,
  type UserPreferences,
} from '../../../contract/preferences.ts'
import { call } from '../../api/call.ts'
import { mailKeys, preferenceKeys } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'

/** Changes may affect the admin's own preferences and the recipients of a broadcast. */
const invalidateRelated = (client: QueryClient) => {
  for (const queryKey of [preferenceKeys.own, mailKeys.recipients]) void client.invalidateQueries({ queryKey })
}

/** Other rows stay the same objects and aren't rendered again. */
const withPreferences = (users: UserPreferences[], ids: ReadonlySet<string>, changes: PreferenceChanges) =>
  users.map((user) => {
    if (!ids.has(user.id)) return user
    return { ...user, preferences: { ...user.preferences, ...changes } as EmailPreferences }
  })

interface AllPreferences {
  users: UserPreferences[]
}

const updateCached = (client: QueryClient, ids: string[], changes: PreferenceChanges) =>
  client.setQueryData<AllPreferences>(
    preferenceKeys.allUsers,
    (data) => data && { users: withPreferences(data.users, new Set(ids), changes) },
  )

interface Toggle {
  id: string
  name: PreferenceName
  value: boolean
}

export const allPreferencesQuery = readQuery(preferences.listAll, preferenceKeys.allUsers, {})

/** All users' preferences, including changes that are being saved. */
export function useAllPreferences() {
  const query = useQuery(allPreferencesQuery)
  const pending = useMutationState({
    filters: { mutationKey: preferenceKeys.saveAllUsers, status: 'pending' },
    select: ({ state }) => state.variables as Toggle,
  })
  const stored = query.data?.users
  // A failed change is no longer pending: the switch returns to the stored value by itself.
  const users = useMemo(
    () =>
      stored &&
      pending.reduce((all, { id, name, value }) => withPreferences(all, new Set([id]), { [name]: value }), stored),
    [stored, pending],
  )
  return { ...query, users }
}

/** Shown at once and reverted on failure (SPEC §4). One user's changes are sent in order. */
export function useToggle(id: string) {
  const client = useQueryClient()
  const mutationKey = preferenceKeys.saveOfUser(id)
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ name, value }: Toggle) =>
      call(preferences.updateOfUser, { params: { id }, body: { [name]: value } }),
    onSuccess: async ({ preferences }) => {
      const isReading = client.isFetching({ queryKey: preferenceKeys.allUsers }) > 0
      await client.cancelQueries({ queryKey: preferenceKeys.allUsers }) // its answer would be older than this one
      updateCached(client, [id], preferences)
      if (isReading) void client.invalidateQueries({ queryKey: preferenceKeys.allUsers })
      invalidateRelated(client)
    },
    onError: () => void client.invalidateQueries({ queryKey: preferenceKeys.allUsers }),
  })
}

export function useBulkUpdate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (update: BulkUpdate) => call(preferences.bulkUpdate, { body: update }),
    onSuccess: (_, { user_ids, preferences }) => updateCached(client, user_ids, preferences),
    onSettled: () => {
      invalidateRelated(client)
      return client.invalidateQueries({ queryKey: preferenceKeys.allUsers })
    },
  })
}
