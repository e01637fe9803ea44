import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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

/** An admin's own preferences, on the account page, and who gets a broadcast may be others now. */
const forgetOthers = (client: QueryClient) => {
  for (const queryKey of [['preferences'], ['notifications', 'recipients']]) void client.invalidateQueries({ queryKey })
}

export const useAllPreferences = () =>
  useQuery({ queryKey: listKey, queryFn: ({ signal }) => call(notifications.allPreferences, { signal }) })

interface Everybody {
  users: UserPreferences[]
}

const show = (client: QueryClient, ids: string[], changes: PreferenceChanges) =>
  client.setQueryData<Everybody>(
    listKey,
    (data) => data && { users: withPreferences(data.users, new Set(ids), changes) },
  )

interface Toggle {
  name: PreferenceName
  value: boolean
}

/** Seen at once, taken back where it fails (SPEC §4). One person's go out one after the other, in their order. */
export function useToggle(id: string) {
  const client = useQueryClient()
  const mutationKey = [...listKey, id]
  const isLast = () => client.isMutating({ mutationKey }) === 1
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ name, value }: Toggle) =>
      call(notifications.updateUserPreferences, { params: { id }, body: { [name]: value } }),
    onMutate: async ({ name, value }) => {
      show(client, [id], { [name]: value })
      await client.cancelQueries({ queryKey: listKey })
    },
    onSuccess: ({ preferences }) => {
      // what is still on its way is newer than this answer
      if (isLast()) show(client, [id], preferences)
      forgetOthers(client)
    },
    onError: (_, { name, value }) => {
      const shown = client.getQueryData<Everybody>(listKey)?.users.find((user) => user.id === id)
      // chosen again since, it is not taken back
      if (shown?.preferences[name] === value) show(client, [id], { [name]: !value })
    },
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
