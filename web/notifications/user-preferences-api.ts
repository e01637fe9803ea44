import { type QueryClient, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type BulkUpdate,
  notifications,
  type PreferenceChanges,
  type PreferenceName,
  type UserPreferences,
} from '../../contract/notifications.ts'
import { call } from '../api/call.ts'
import { withPreferences } from './user-preferences-state.ts'

const listKey = ['notifications', 'all-preferences']
const savingKey = [...listKey, 'save']

/** An admin's own preferences, on the account page, and who gets a broadcast may be others now. */
const forgetOthers = (client: QueryClient) => {
  for (const queryKey of [['preferences'], ['notifications', 'recipients']]) void client.invalidateQueries({ queryKey })
}

interface Everybody {
  users: UserPreferences[]
}

const show = (client: QueryClient, ids: string[], changes: PreferenceChanges) =>
  client.setQueryData<Everybody>(
    listKey,
    (data) => data && { users: withPreferences(data.users, new Set(ids), changes) },
  )

interface Toggle {
  id: string
  name: PreferenceName
  value: boolean
}

/** What everybody wants, with what is being saved at the moment already in it. */
export function useAllPreferences() {
  const query = useQuery({ queryKey: listKey, queryFn: ({ signal }) => call(notifications.allPreferences, { signal }) })
  const unsaved = useMutationState({
    filters: { mutationKey: savingKey, status: 'pending' },
    select: ({ state }) => state.variables as Toggle,
  })
  const stored = query.data?.users
  // What fails is no longer pending: the switch goes back by itself to what the server has.
  const users = useMemo(
    () =>
      stored &&
      unsaved.reduce((all, { id, name, value }) => withPreferences(all, new Set([id]), { [name]: value }), stored),
    [stored, unsaved],
  )
  return { ...query, users }
}

/** Seen at once, taken back where it fails (SPEC §4). One person's go out one after the other, in their order. */
export function useToggle(id: string) {
  const client = useQueryClient()
  const mutationKey = [...savingKey, id]
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ name, value }: Toggle) =>
      call(notifications.updateUserPreferences, { params: { id }, body: { [name]: value } }),
    onSuccess: async ({ preferences }) => {
      const isReading = client.isFetching({ queryKey: listKey }) > 0
      await client.cancelQueries({ queryKey: listKey }) // an answer that is older than this one
      show(client, [id], preferences)
      if (isReading) void client.invalidateQueries({ queryKey: listKey })
      forgetOthers(client)
    },
    onError: () => void client.invalidateQueries({ queryKey: listKey }),
  })
}

export function useBulkUpdate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (update: BulkUpdate) => call(notifications.bulkUpdate, { body: update }),
    onSuccess: (_, { user_ids, preferences }) => show(client, user_ids, preferences),
    onSettled: () => {
      forgetOthers(client)
      return client.invalidateQueries({ queryKey: listKey })
    },
  })
}
