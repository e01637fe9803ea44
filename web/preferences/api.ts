import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PreferenceChanges, preferences } from '../../contract/preferences.ts'
import { call } from '../api/call.ts'
import { preferenceKeys } from '../api/keys.ts'
import { readQuery } from '../api/read-query.ts'

export const preferencesQuery = readQuery(preferences.read, preferenceKeys.own, {})

/** The own preferences, including changes that are being saved. */
export function usePreferences() {
  const query = useQuery(preferencesQuery)
  const pending = useMutationState({
    filters: { mutationKey: preferenceKeys.saveOwn, status: 'pending' },
    select: ({ state }) => state.variables as PreferenceChanges,
  })
  // A failed change is no longer pending: the switch returns to the stored value by itself.
  return { query, preferences: query.data && (Object.assign({}, query.data, ...pending) as typeof query.data) }
}

export function useSavePreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: preferenceKeys.saveOwn,
    // One at a time, so that the last choice arrives last.
    scope: { id: preferenceKeys.saveOwn.join() },
    mutationFn: (changes: PreferenceChanges) => call(preferences.update, { body: changes }),
    onSuccess: async (preferences) => {
      await client.cancelQueries({ queryKey: preferenceKeys.own }) // its answer would be older than this one
      client.setQueryData(preferenceKeys.own, preferences)
    },
    onError: () => void client.invalidateQueries({ queryKey: preferenceKeys.own }),
  })
}
