import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { notifications, type PreferenceChanges } from '../../contract/notifications.ts'
import { call } from '../api/call.ts'

const preferencesKey = ['preferences'] as const
const savingKey = [...preferencesKey, 'save'] as const

/** Which mails one wants, with what is being saved at the moment already in it. */
export function usePreferences() {
  const query = useQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call(notifications.preferences, { signal }),
  })
  const unsaved = useMutationState({
    filters: { mutationKey: savingKey, status: 'pending' },
    select: ({ state }) => state.variables as PreferenceChanges,
  })
  // What fails is no longer pending: the switch goes back by itself to what the server has.
  return { query, preferences: query.data && (Object.assign({}, query.data, ...unsaved) as typeof query.data) }
}

export function useSavePreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: savingKey,
    // One after the other: whatever is chosen last arrives last.
    scope: { id: savingKey.join() },
    mutationFn: (changes: PreferenceChanges) => call(notifications.updatePreferences, { body: changes }),
    onSuccess: async (preferences) => {
      await client.cancelQueries({ queryKey: preferencesKey }) // an answer that is older than this one
      client.setQueryData(preferencesKey, preferences)
    },
    onError: () => void client.invalidateQueries({ queryKey: preferencesKey }),
  })
}
